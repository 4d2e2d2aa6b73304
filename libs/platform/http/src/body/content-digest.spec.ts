import { createHash } from 'node:crypto';
import { contentDigest, readContentDigest } from './content-digest.js';

const sha256 = createHash('sha256').update('hello').digest();
const sha512 = createHash('sha512').update('hello').digest();

describe('Content-Digest', () => {
  it('is read as it is written', () => {
    expect(readContentDigest(contentDigest(sha256))).toEqual(new Map([['sha256', sha256]]));
  });

  it('may tell several digests; those of deprecated algorithms are passed over', () => {
    const both = `md5=:AAAA:, sha-512=:${sha512.toString('base64')}:, ${contentDigest(sha256)}`;
    expect(readContentDigest(both)).toEqual(
      new Map([
        ['sha256', sha256],
        ['sha512', sha512],
      ]),
    );
    expect(readContentDigest('md5=:AAAA:')).toEqual(new Map());
    expect(readContentDigest(undefined)).toEqual(new Map());
  });

  it.each(['nonsense nonsense', 'sha-256=abc', 'sha-256=:AAAA:', 'sha-512=:AAAA:', 'sha-256=1'])(
    'refuses %s',
    (header) => {
      expect(() => readContentDigest(header)).toThrow('Content-Digest must be');
    },
  );
});
