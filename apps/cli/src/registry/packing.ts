import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import ignore, { type Ignore } from 'ignore';
import { ZipFile } from 'yazl';

/** What never belongs into a package, whether an ignore file names it or not. */
const NEVER = [
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'node_modules',
  '__pycache__',
  '*.pyc',
  '.DS_Store',
  '.env',
  '.env.*',
];
const IGNORE_FILES = ['.gitignore', '.comfyignore', '.appignore'];
/** One time for every file, as a clock on the wall shows it: a zip does not name its zone, so that the bytes are the same in each. */
const TIME = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/** Rules of an ignore file count from its folder. */
type Rules = { from: string; rules: Ignore };
export type Packable = { files: string[]; skippedLinks: string[] };

/** The files of a package, as paths with slashes, sorted; without what its ignore files name. Links are not followed. */
export async function listFiles(folder: string, includes: readonly string[]): Promise<Packable> {
  const files: string[] = [];
  const skippedLinks: string[] = [];
  const included = includes.map((one) => path.posix.normalize(one).replace(/^\/+|\/+$/g, ''));
  const never = ignore().add(NEVER);

  async function visit(at: string, known: readonly Rules[]): Promise<void> {
    const all = [...known, ...(await rulesIn(folder, at))];
    for (const entry of await readdir(path.join(folder, at), { withFileTypes: true })) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      const isFolder = entry.isDirectory();
      const isWanted = included.some((one) => name === one || name.startsWith(`${one}/`));
      const leadsToWanted = isFolder && included.some((one) => one.startsWith(`${name}/`));
      if (never.ignores(isFolder ? `${name}/` : name)) continue;
      if (!isWanted && !leadsToWanted && isIgnored(name, isFolder, all)) continue;
      if (isFolder) await visit(name, all);
      else if (entry.isFile()) files.push(name);
      else if (entry.isSymbolicLink()) skippedLinks.push(name);
    }
  }

  await visit('', []);
  return { files: files.sort(byCodeUnits), skippedLinks };
}

/** Writes the files into a zip. Two runs over the same files write the same bytes. */
export async function writeZip(folder: string, files: readonly string[], target: string): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(target));
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject));
  for (const name of files) zip.addFile(path.join(folder, name), name, { ...TIME, mode: 0o100644 });
  zip.end();
  await Promise.race([written, failed]);
}

async function rulesIn(folder: string, at: string): Promise<Rules[]> {
  const found = await Promise.all(
    IGNORE_FILES.map((name) => readFile(path.join(folder, at, name), 'utf8').catch(() => undefined)),
  );
  return found.flatMap((text) => (text === undefined ? [] : { from: at, rules: ignore().add(text) }));
}

/** The last file that says something of a path decides, as with git: those of inner folders come later. */
function isIgnored(name: string, isFolder: boolean, all: readonly Rules[]): boolean {
  let isOut = false;
  for (const { from, rules } of all) {
    const relative = from === '' ? name : name.slice(from.length + 1);
    const { ignored, unignored } = rules.test(isFolder ? `${relative}/` : relative);
    isOut = ignored || (isOut && !unignored);
  }
  return isOut;
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}
