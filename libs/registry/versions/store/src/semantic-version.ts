import parse from 'semver/functions/parse.js';

const TEXT_MAX_CHARS = 100;

/** The rule for a version number, as a predicate after the name of a field. */
export const SEMANTIC_VERSION_RULE =
  `must be a semantic version such as 1.2.0 or 2.0.0-beta.1, of at most ${TEXT_MAX_CHARS} characters` +
  ` and with numbers up to ${Number.MAX_SAFE_INTEGER}`;

export type SemanticVersion = {
  /** SemVer 2.0, completed with the parts that the publisher left out. */
  text: string;
  isPrerelease: boolean;
  /** Byte order of these texts is the precedence of SemVer 2.0, §11. */
  sortKey: string;
};

/** Texts sort as numbers do when the number of digits comes first. */
function ordered(number: number | string): string {
  const digits = String(number);
  return String(digits.length).padStart(2, '0') + digits;
}

/**
 * Each part ends in a space, which sorts before every character of a part, so that fewer parts come first. The library
 * leaves numbers beyond 2^53 as texts; they are ordered as numbers all the same.
 */
function prereleaseKey(parts: readonly (string | number)[]): string {
  return parts.map((part) => `${/^\d+$/.test(String(part)) ? `0${ordered(part)}` : `1${part}`} `).join('');
}

/**
 * Reads a version; `1` and `1.2` count as `1.0.0` and `1.2.0`.
 * @returns undefined when the text is no version in SemVer 2.0 (https://semver.org, read 2026-11-21).
 */
export function readSemanticVersion(text: string): SemanticVersion | undefined {
  if (text.length > TEXT_MAX_CHARS) return undefined;
  const short = /^(\d+)(\.\d+)?$/.exec(text);
  const full = short ? `${text}${short[2] === undefined ? '.0' : ''}.0` : text;
  // The library also accepts `v1.0.0` and surrounding blanks, which SemVer does not.
  const version = /^\d/.test(full) && !/\s/.test(full) ? parse(full) : null;
  if (!version) return undefined;
  const isPrerelease = version.prerelease.length > 0;
  const build = version.build.length > 0 ? `+${version.build.join('.')}` : '';
  const numbers = [version.major, version.minor, version.patch].map(ordered).join('.');
  return {
    text: version.version + build,
    isPrerelease,
    sortKey: `${numbers}${isPrerelease ? `-${prereleaseKey(version.prerelease)}` : '~'}`,
  };
}
