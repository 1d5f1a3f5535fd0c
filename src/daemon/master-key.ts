import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import type { Database } from '../platform/database/tables.ts';
import { createVault, type Vault } from '../platform/vault/vault.ts';
import { ConfigError } from './config.ts';

const format = /^kedge-master-key-1:([A-Za-z0-9_-]{43})\n?$/;

/**
 * The vault of this database: under the key in the file, which is made where neither file nor database know of one.
 * Stops a start with a key that cannot open what the database holds, before anything is sealed with it.
 */
export async function openVault(database: Database, file: string): Promise<Vault> {
  const known = await readCheck(database);
  const text = read(file) ?? (known ? undefined : make(file));
  if (text === undefined) {
    throw new ConfigError(
      `The master key ${file} is missing, and without it this database cannot be read: restore it from a backup, or name it with KEDGE_MASTER_KEY_FILE.`,
    );
  }
  const vault = createVault(parse(text, file));
  await writeCheck(database, vault.seal(proof, setting));
  if (!opens(vault, (await readCheck(database)) ?? '')) {
    throw new ConfigError(
      `The master key ${file} is not the one that this database was made with: put the right one in its place, or name it with KEDGE_MASTER_KEY_FILE.`,
    );
  }
  return vault;
}

const setting = 'master_key_check';
const proof = 'kedge';

async function readCheck(database: Database): Promise<string | undefined> {
  const row = await database.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst();
  return row?.value;
}

async function writeCheck(database: Database, value: string): Promise<void> {
  await database.transact((tx) =>
    tx
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}

function opens(vault: Vault, check: string): boolean {
  try {
    return vault.open(check, setting) === proof;
  } catch {
    return false;
  }
}

function parse(text: string, file: string): Buffer {
  const [, encoded] = format.exec(text) ?? [];
  if (encoded === undefined) {
    throw new ConfigError(
      `KEDGE_MASTER_KEY_FILE is ${file}, which holds no master key of Kedge: restore it from a backup.`,
    );
  }
  if (statSync(file).mode & 0o007) {
    throw new ConfigError(
      `The master key ${file} can be read by every user of this machine: run chmod 600 on it.`,
    );
  }
  return Buffer.from(encoded, 'base64url');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError(`KEDGE_MASTER_KEY_FILE is ${file}, which cannot be read (${code}).`);
  }
}

/** Written whole and then put in place, so that a crash leaves a key or none, and of two makers one wins. */
function make(file: string): string {
  const text = `kedge-master-key-1:${randomBytes(32).toString('base64url')}\n`;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    unlinkSync(draft);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`KEDGE_MASTER_KEY_FILE is ${file}, which cannot be written (${code}).`);
  }
  return readFileSync(file, 'utf8');
}
