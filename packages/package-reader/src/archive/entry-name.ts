import { crc32 } from 'node:zlib';

import type { ArchiveLimits } from './archive-limits.js';
import { ArchiveRefused, EntryRefused, printable } from './archive-refusal.js';

/** APPNOTE 4.6.9, the Info-ZIP Unicode Path extra field; https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
const UNICODE_PATH_FIELD = 0x7075;
const UTF8_NAME_FLAG = 0x800;
/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file, read 2026-11-24; blanks before the dot do not count. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const legacy = new TextDecoder('latin1');

/** The parts of a central directory record that name an entry. */
export type RawEntryName = {
  readonly fileNameRaw: Buffer;
  readonly generalPurposeBitFlag: number;
  readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
};

/**
 * Reads an entry's name and checks that it is harmless under each spelling an unpacker may choose.
 *
 * @returns The relative path with `/`; a folder keeps its final `/`.
 * @throws ArchiveRefused `unsafe_name` or `path_too_deep`.
 */
export function safeEntryName(raw: RawEntryName, limits: ArchiveLimits): string {
  const plain = decodeName(raw.fileNameRaw, (raw.generalPurposeBitFlag & UTF8_NAME_FLAG) !== 0);
  assertSafeName(plain, limits);
  const unicode = unicodePath(raw);
  if (unicode === undefined) return withoutLeadingDot(plain);
  assertSafeName(unicode, limits);
  return withoutLeadingDot(unicode);
}

/** Two names with the same key would be the same file on a file system that folds case or Unicode composition. */
export function collisionKey(name: string): string {
  // Upper case first: it alone unfolds letters such as ß.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\/$/, '');
}

function decodeName(bytes: Buffer, isUtf8: boolean): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    if (isUtf8)
      throw new ArchiveRefused('unsafe_name', 'An entry name is declared UTF-8 but is not valid UTF-8.');
    // Names in a legacy code page: which one cannot be known, and only the bytes below 128 can do harm.
    return legacy.decode(bytes);
  }
}

function unicodePath(raw: RawEntryName): string | undefined {
  for (const { id, data } of raw.extraFields) {
    if (id !== UNICODE_PATH_FIELD || data.length < 6 || data.readUInt8(0) !== 1) continue;
    if (data.readUInt32LE(1) === crc32(raw.fileNameRaw)) return decodeName(data.subarray(5), true);
  }
  return undefined;
}

function withoutLeadingDot(name: string): string {
  return name.startsWith('./') ? name.slice(2) : name;
}

function assertSafeName(name: string, limits: ArchiveLimits): void {
  const flaw = nameFlaw(name, limits);
  if (flaw !== undefined)
    throw new ArchiveRefused('unsafe_name', `The entry name ${printable(name)} ${flaw}.`);
  if (withoutLeadingDot(name).replace(/\/$/, '').split('/').length > limits.pathDepth) {
    throw new EntryRefused('path_too_deep', name, `is nested deeper than ${limits.pathDepth} levels`);
  }
}

function nameFlaw(name: string, limits: ArchiveLimits): string | undefined {
  if (name === '' || name === './' || name === '.') return 'is empty';
  if (Buffer.byteLength(name) > limits.nameBytes) return `is longer than ${limits.nameBytes} bytes`;
  // Direction marks can make `exe.py` read as `yp.exe`, so they are refused like control characters.
  if (/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/u.test(name))
    return 'has a control character';
  if (name.includes('\\')) return 'has a backslash';
  if (name.startsWith('/')) return 'is absolute';
  // A drive letter, or on Windows a stream of another file.
  if (name.includes(':')) return 'has a colon';
  const segments = withoutLeadingDot(name).replace(/\/$/, '').split('/');
  // Windows drops trailing dots and blanks, so `.. ` and `...` lead upwards there.
  if (segments.some((segment) => /^\.{2,}[. ]*$|^\. *$|^ *\.\.[. ]*$/.test(segment)))
    return 'leaves its folder';
  if (segments.includes('')) return 'has an empty segment';
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'has a part that ends in a dot or a blank';
  if (segments.some((segment) => WINDOWS_DEVICE.test(segment))) return 'is a device name on Windows';
  return undefined;
}
