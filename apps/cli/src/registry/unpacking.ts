import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';
import { CommandError } from '../terminal/exit-codes.js';
import { plain } from '../terminal/shell.js';

const MAX_ENTRIES = 100_000;
const MAX_BYTES = 8 * 1024 ** 3;
const FILE_TYPE = 0o170000;
const [FILE, FOLDER] = [0o100000, 0o040000];
/** Names that mean a device on Windows, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Unpacks a zip into an empty folder. Only files and folders below it are made: the archive is refused at the first name that
 * leads elsewhere on any system, at a link, and at a second file of the same name in other letters.
 */
export async function unpack(archive: string, folder: string): Promise<number> {
  const zip = await openPromise(archive, { strictFileNames: true });
  try {
    const taken = new Set<string>();
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      const parts = checkedParts(entry, taken);
      bytes += entry.uncompressedSize;
      if (taken.size > MAX_ENTRIES || bytes > MAX_BYTES)
        throw refusal(`it has more than ${MAX_ENTRIES} files or ${MAX_BYTES / 1024 ** 3} GB`);
      const target = path.join(folder, ...parts);
      if (entry.fileName.endsWith('/')) {
        await mkdir(target, { recursive: true });
        continue;
      }
      await mkdir(path.dirname(target), { recursive: true });
      // `wx`: never through something that is there already.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }));
    }
    return taken.size;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw refusal((error as Error).message);
  } finally {
    zip.close();
  }
}

function checkedParts({ fileName, externalFileAttributes }: Entry, taken: Set<string>): string[] {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== FILE && type !== FOLDER)
    throw refusal(`${plain(fileName)} is a link or a device`);
  const parts = fileName.replace(/\/$/, '').split('/');
  if (parts.some((part) => !isSafe(part)))
    throw refusal(`${plain(fileName)} is no name for a file of a package`);
  const key = parts.join('/').normalize('NFC').toLowerCase();
  if (taken.has(key)) throw refusal(`${plain(fileName)} is in it twice`);
  taken.add(key);
  return parts;
}

function isSafe(part: string): boolean {
  return !/^$|^\.{1,2}$|[\p{Cc}<>:"|?*\\]|[. ]$/u.test(part) && !DEVICE.test(part) && part.length <= 255;
}

function refusal(reason: string): CommandError {
  return new CommandError(`The archive was refused: ${reason}.`, 1, 'archive_refused');
}
