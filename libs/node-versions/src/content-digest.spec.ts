import { createHash } from 'node:crypto';
import { contentDigest, readContentDigest } from './content-digest.js';

const sha256 = createHash('sha256').update('hello').digest();

describe('Content-Digest', () => {
  it('is read as it is written', () => {
    expect(readContentDigest(contentDigest(sha256))).toEqual(sha256);
  });

  it('may name other algorithms too, or only those', () => {
    expect(readContentDigest(`sha-512=:AAAA:, ${contentDigest(sha256)}`)).toEqual(sha256);
    expect(readContentDigest('sha-512=:AAAA:')).toBeUndefined();
    expect(readContentDigest(undefined)).toBeUndefined();
  });

  it.each(['nonsense nonsense', 'sha-256=abc', 'sha-256=:AAAA:', 'sha-256=1'])('refuses %s', (header) => {
    expect(readContentDigest(header)).toBe('malformed');
  });
});
