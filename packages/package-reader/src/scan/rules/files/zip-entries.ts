import yauzl from 'yauzl';

import { type Beginning, beginningOf } from './unpack.js';

export type Entry = yauzl.Entry;
type Visit = (zip: yauzl.ZipFile, entry: yauzl.Entry) => Promise<boolean>;

/**
 * Visits the entries of a zip file, or of one at a path, until `visit` says no, which may throw.
 *
 * @returns Whether all were visited; not those of a damaged file.
 */
export async function readZip(source: Buffer | string, visit: Visit): Promise<boolean> {
  let failure: Error | undefined;
  try {
    // Names are decoded by `entryName`: a name that no file may have must not end the reading.
    const options = { decodeStrings: false, validateEntrySizes: true };
    const zip = await (typeof source === 'string'
      ? yauzl.openPromise(source, options)
      : yauzl.fromBufferPromise(source, options));
    for await (const entry of zip.eachEntry()) {
      try {
        if (!(await visit(zip, entry))) return false;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        break;
      }
    }
  } catch {
    return false;
  }
  if (failure) throw failure;
  return true;
}

export function entryName(entry: yauzl.Entry): string {
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

/** An entry's first `most` bytes at most. */
export async function entryContent(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<Beginning> {
  try {
    return await beginningOf((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>, most);
  } catch {
    return { content: Buffer.alloc(0), isWhole: false };
  }
}
