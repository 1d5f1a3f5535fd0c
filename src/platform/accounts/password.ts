import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** A PHC string: the parameters stand in it, so that they can be raised without breaking older hashes. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Takes as long for an account without a password as for a wrong one. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const { nonce, tag, ...parameters } = parse(hash ?? nobody);
  const derived = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    tagLength: tag.length,
    ...parameters,
  });
  return timingSafeEqual(derived, tag) && hash !== null;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parse(hash: string) {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? [];
  if (nonce === undefined || tag === undefined)
    throw new Error('a stored password hash is not an argon2id PHC string');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
