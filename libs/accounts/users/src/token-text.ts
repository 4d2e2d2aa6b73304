import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'atl_';
const TOKEN_BYTES = 32;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits that 32 bytes need in base 62. */
const TOKEN_DIGITS = 43;

/** A new token: `atl_` and 32 random bytes in base 62, always of the same length. */
export function newTokenText(): string {
  return newSecretText(PREFIX);
}

/** 32 random bytes in base 62 after a prefix that identifies their use. */
export function newSecretText(prefix: string): string {
  let value = BigInt(`0x${randomBytes(TOKEN_BYTES).toString('hex')}`);
  let digits = '';
  for (let index = 0; index < TOKEN_DIGITS; index += 1) {
    digits = ALPHABET.charAt(Number(value % 62n)) + digits;
    value /= 62n;
  }
  return prefix + digits;
}

/** Stored and looked up instead of the token. */
export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function tokenKey(token: string): string {
  return hash('sha256', token, 'base64');
}
