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
});
