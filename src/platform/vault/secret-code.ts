import { hash, randomBytes } from 'node:crypto';

/** 256 random bits: a token, or the code of a one-time link. */
export function newSecretCode(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of it. No salt and no slow hash: nobody guesses 256 bits. */
export function hashSecretCode(code: string): string {
  return hash('sha256', code, 'base64url');
}
