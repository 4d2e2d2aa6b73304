/** Why an archive is refused. Stable: stored and shown beside the sentence. */
export type ArchiveRefusalCode =
  | 'not_a_zip'
  | 'truncated'
  | 'malformed'
  | 'empty'
  | 'archive_too_large'
  | 'unpacked_too_large'
  | 'too_many_entries'
  | 'compression_ratio'
  | 'overlapping_entries'
  | 'leading_data'
  | 'trailing_data'
  | 'inconsistent_headers'
  | 'encrypted'
  | 'unsupported_compression'
  | 'unsafe_name'
  | 'path_too_deep'
  | 'duplicate_name'
  | 'special_file'
  | 'checksum_mismatch';

/** The archive breaks a rule. The message is written for the publisher. */
export class ArchiveRefused extends Error {
  constructor(
    readonly code: ArchiveRefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ArchiveRefused';
  }
}

/** One entry breaks a rule. The message names the entry, made printable, and the problem. */
export class EntryRefused extends ArchiveRefused {
  constructor(code: ArchiveRefusalCode, name: string, flaw: string) {
    super(code, `The entry ${printable(name)} ${flaw}.`);
  }
}

const SHOWN_NAME_CHARS = 120;

/** An entry name fit for a message: control and direction characters escaped, long ones cut. */
export function printable(name: string): string {
  const escaped = name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  return JSON.stringify(
    escaped.length > SHOWN_NAME_CHARS ? `${escaped.slice(0, SHOWN_NAME_CHARS)}…` : escaped,
  ).replaceAll('\\\\', '\\');
}
