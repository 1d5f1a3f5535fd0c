import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Seals what must not lie readable in the database. `context` says what the text is and whose: sealed text that was
 * moved to another row does not open there.
 */
export interface Vault {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

export function createVault(masterKey: Buffer): Vault {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'kedge vault v1', 32));
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [writtenBy, text = ''] = sealed.split('.');
      if (writtenBy !== version) throw new Error(`sealed by an unknown version of the vault: ${writtenBy}`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
