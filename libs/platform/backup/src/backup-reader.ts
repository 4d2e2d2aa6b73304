import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { BackupError } from './backup.error.js';
import { type Contents, FIRST_ENTRY, FORMAT, LAST_ENTRY, type Totals } from './contents.js';

export type BackupEntry = { name: string; content: AsyncIterable<Uint8Array> };

/** The entries of a backup file in order. Read or skip each content before the next entry. */
export async function* readEntries(file: string): AsyncGenerator<BackupEntry, void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), tar);
  reading.catch(() => undefined); // the loop below meets the same error
  for await (const entry of tar) {
    yield { name: entry.header.name, content: entry as AsyncIterable<Uint8Array> };
    entry.resume();
  }
  await reading;
}

export type Backup = { file: string; contents: Contents; totals: Totals };

/**
 * Reads the whole file and checks it against its last entry.
 * @throws BackupError when it is no backup, of a newer format, cut off or damaged.
 */
export async function readBackup(file: string): Promise<Backup> {
  const hash = createHash('sha256');
  let contents: Contents | undefined;
  let totals: Totals | undefined;
  try {
    for await (const { name, content } of readEntries(file)) {
      if (name.split('/').includes('..'))
        throw new BackupError(`The backup contains a path outside its folder: ${name}. Nothing was changed.`);
      if (name === LAST_ENTRY) totals = (await json(content)) as Totals;
      else if (contents === undefined)
        contents = await readContents(name, content, (bytes) => hash.update(bytes));
      else {
        hash.update(`${name}\0`);
        for await (const bytes of content) hash.update(bytes);
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file} cannot be read as a backup: ${messageOf(error)}. Nothing was changed.`);
  }
  if (!contents || totals?.sha256 !== hash.digest('hex')) {
    throw new BackupError(`${file} is damaged or was cut off. Nothing was changed; use another backup.`);
  }
  return { file, contents, totals };
}

async function readContents(
  name: string,
  content: AsyncIterable<Uint8Array>,
  observe: (bytes: string | Uint8Array) => void,
): Promise<Contents> {
  if (name !== FIRST_ENTRY)
    throw new BackupError('The file is not a backup of Atelier. Nothing was changed.');
  const parts: Uint8Array[] = [];
  observe(`${name}\0`);
  for await (const bytes of content) {
    observe(bytes);
    parts.push(bytes);
  }
  const contents = JSON.parse(Buffer.concat(parts).toString('utf8')) as Contents;
  if (contents.format === FORMAT) return contents;
  throw new BackupError(
    `The backup has format ${String(contents.format)}, and this Atelier reads ${FORMAT}. Update it and try again; nothing was changed.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
