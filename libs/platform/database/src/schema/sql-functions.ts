import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Step } from './migration-steps.js';
import { BASELINE } from './schema-version.js';

/**
 * Counts the changes of the files of SQL beside the modules. Raise it with each one, and `npm run migration:check` says what
 * to write in `SHA256SUMS`: a program does not put its functions in place of those of a higher version.
 */
const FUNCTIONS_VERSION = 2;

/** Of modules in `libs`. */
const FILES = '*/*/sql/*.sql';
const LIBS = path.resolve(import.meta.dirname, '../../../..');

/** The functions and triggers of this program, as the modules write them. */
export type SqlFunctions = { version: number; hash: string; texts: string[] };

/** Reads them in the order of the names of their files, wherever these are. */
export async function readSqlFunctions(): Promise<SqlFunctions> {
  const files: string[] = [];
  for await (const file of glob(FILES, { cwd: LIBS })) files.push(path.join(LIBS, file));
  files.sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const hash = createHash('sha256').update(texts.join('\0')).digest('hex');
  return { version: FUNCTIONS_VERSION, hash, texts };
}

/**
 * Whether a database gets the functions of this program: those that it has are of an earlier version, or a developer has edited
 * the files of this one.
 * @param noted What it says of those that it has; null or undefined where it has none.
 */
export function needsFunctions({ version, hash }: SqlFunctions, noted: string | null | undefined): boolean {
  const [itsVersion = '0', itsHash] = noted?.split(' ') ?? [];
  return hash !== itsHash && version >= Number(itsVersion);
}

/** Puts them in place, all in one transaction. What they replace does the same to the rows of programs of before. */
export function functionsStep({ version, hash, texts }: SqlFunctions): Step {
  return {
    name: 'SqlFunctions',
    run: async (runner) => {
      for (const text of texts) await runner.query(text);
      await runner.query('update migrations set functions = $1 where "timestamp" = $2', [
        `${version} ${hash}`,
        BASELINE,
      ]);
    },
  };
}
