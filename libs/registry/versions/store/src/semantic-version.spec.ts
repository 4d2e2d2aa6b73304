import semver from 'semver';
import { readSemanticVersion } from './semantic-version.js';

describe('semantic versions', () => {
  it.each([
    ['1', '1.0.0'],
    ['1.21', '1.21.0'],
    ['1.0.2608210019', '1.0.2608210019'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['1.2.3+build.5', '1.2.3+build.5'],
  ])('%s is stored as %s', (text, stored) => {
    expect(readSemanticVersion(text)?.text).toBe(stored);
  });

  it.each([
    '',
    'v1.0.0',
    '1.0.0.0',
    '01.2.3',
    '1.2.03',
    '1.2.3-',
    '1.2.3-01',
    'latest',
    ' 1.0.0',
    '1.0.0 ',
    '1..0',
    '-1.0.0',
    '1.0.0\n',
    `1.0.0-${'a'.repeat(200)}`,
  ])('%p is no version', (text) => {
    expect(readSemanticVersion(text)).toBeUndefined();
  });

  it('sort by their keys exactly as SemVer orders them', () => {
    const versions = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '2.0.0',
      '10.0.0',
      '1.0.2608210019',
      '1.0.0-1',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha-1',
      '1.0.0-alpha.1.0',
      '0.0.1',
    ];
    const keyOf = (text: string): string => readSemanticVersion(text)?.sortKey ?? '';
    const bytewise = [...versions].sort((a, b) =>
      Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b))),
    );
    expect(bytewise).toEqual(semver.sort([...versions]));
  });

  it('order numbers of pre-releases beyond 2^53 as numbers', () => {
    const rising = [
      '1.0.0-9007199254740991',
      '1.0.0-9007199254740993',
      '1.0.0-20260821001912345678',
      '1.0.0-100000000000000000000',
      '1.0.0-0a',
      '1.0.0-alpha.9',
      '1.0.0-alpha.99999999999999999999',
      '1.0.0-alpha.100000000000000000000',
      '1.0.0-alpha.beta',
    ];
    const keys = rising.map((text) => readSemanticVersion(text)?.sortKey ?? '');
    expect([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(keys);
  });
});
