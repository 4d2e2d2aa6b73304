import { open, type FileHandle } from 'node:fs/promises';

import yauzl, { type Entry } from 'yauzl';

import { checkedEntry } from './archive-entry.js';
import type { ArchiveFile, ArchiveFinding } from './archive-finding.js';
import type { ArchiveLimits } from './archive-limits.js';
import { ArchiveRefused } from './archive-refusal.js';
import { notRead, signsOfName, signsOfText } from './code-signs.js';
import { TextRoom } from './package-content.js';
import { decodePython, PYTHON_FILE } from './python-text.js';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const SHOWN_NAME_CHARS = 300;

/**
 * The report of a refused archive, for reviewers: its files with the sizes that it declares, each entry that breaks a rule
 * alone, and the findings about names and code, as for an accepted archive. None of it is verified. A list that cannot be read
 * further is cut there.
 */
export async function surveyArchive(
  path: string,
  limits: ArchiveLimits,
): Promise<{ files: ArchiveFile[]; findings: ArchiveFinding[] }> {
  const files: ArchiveFile[] = [];
  const findings: ArchiveFinding[] = [];
  const room = new TextRoom(limits);
  await eachEntry(path, async (entry, zip) => {
    const name = shownName(entry);
    const refusal = refusalOf(entry, limits);
    if (refusal) {
      findings.push({ severity: 'refused', code: refusal.code, message: refusal.message, path: name });
    }
    if (!name.endsWith('/')) {
      files.push({ path: name, bytes: entry.uncompressedSize });
      findings.push(...signsOfName(name), ...(await signsOfCode(zip, entry, name, room)));
    }
    return files.length + findings.length < limits.entries;
  });
  return { files, findings };
}

/** The findings about the code of a Python file, if there is room to unpack it. */
async function signsOfCode(
  zip: yauzl.ZipFile,
  entry: Entry,
  name: string,
  room: TextRoom,
): Promise<ArchiveFinding[]> {
  if (!PYTHON_FILE.test(name)) return [];
  const { uncompressedSize: unpackedBytes } = entry;
  if (!room.take({ name, unpackedBytes })) return [notRead(name, 'Is too large, so it was not read.')];
  const file = await unpacked(zip, entry, unpackedBytes);
  if (file.outcome !== 'read') return [notRead(name, 'Cannot be unpacked, so it was not read.')];
  return signsOfText(name, decodePython(file.content));
}

/** A file of an archive as it is, or why it cannot be shown. */
export type ReadFile =
  | { readonly outcome: 'read'; readonly content: Buffer }
  | { readonly outcome: 'absent' | 'too_large' | 'damaged' };

/**
 * Reads one file of an archive, refused or not, for a reviewer. At most `maxBytes` are unpacked, and nothing is written.
 *
 * @param wanted Its path as `surveyArchive` shows it, with or without the folder around the package.
 */
export async function readArchiveFile(path: string, wanted: string, maxBytes: number): Promise<ReadFile> {
  let result: ReadFile = { outcome: 'absent' };
  await eachEntry(path, async (entry, zip) => {
    const name = shownName(entry);
    const isExact = name === wanted;
    if (!isExact && (result.outcome !== 'absent' || name.slice(name.indexOf('/') + 1) !== wanted))
      return true;
    result = await unpacked(zip, entry, maxBytes);
    return !isExact;
  });
  return result;
}

async function unpacked(zip: yauzl.ZipFile, entry: Entry, maxBytes: number): Promise<ReadFile> {
  if (entry.uncompressedSize > maxBytes) return { outcome: 'too_large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The reader stops content at the declared size.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { outcome: 'too_large' };
      chunks.push(chunk);
    }
  } catch {
    return { outcome: 'damaged' };
  }
  return { outcome: 'read', content: Buffer.concat(chunks) };
}

/** Calls `use` with the entries one by one, until it returns false, there are no more, or the list is damaged. */
async function eachEntry(
  path: string,
  use: (entry: Entry, zip: yauzl.ZipFile) => boolean | Promise<boolean>,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const zip = await opened(file);
    const entries = zip?.eachEntry()[Symbol.asyncIterator]();
    for (;;) {
      const next = await entries?.next().catch(() => undefined);
      if (!zip || !next || next.done || !(await use(next.value, zip))) return;
    }
  } finally {
    await file.close();
  }
}

async function opened(file: FileHandle): Promise<yauzl.ZipFile | undefined> {
  return yauzl.fromFdPromise(file.fd, { autoClose: false, decodeStrings: false }).catch(() => undefined);
}

function refusalOf(entry: Entry, limits: ArchiveLimits): ArchiveRefused | undefined {
  try {
    checkedEntry(entry, limits);
    return undefined;
  } catch (error) {
    if (error instanceof ArchiveRefused) return error;
    throw error;
  }
}

/** A name that any text field can hold and show; two entries may have the same one. */
function shownName({ fileNameRaw }: Entry): string {
  const name = utf8
    .decode(fileNameRaw)
    .replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
    );
  return name.length > SHOWN_NAME_CHARS ? `${name.slice(0, SHOWN_NAME_CHARS)}…` : name;
}
