import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { numberOf } from '../schema/migration-steps.js';

/** A part of a file of SQL that begins with a line such as `-- Users1763700010000`. */
export type Section = { name: string; number: string; sql: string };

/** The text of a file of SQL in this folder. */
export function readSql(
  name: 'tables' | 'keys' | 'queue' | 'added-columns' | 'derived-rows',
): Promise<string> {
  return readFile(path.join(import.meta.dirname, `${name}.sql`), 'utf8');
}

/** The parts of such a file that are for one former migration each, in their order. */
export async function readSections(name: 'added-columns' | 'derived-rows'): Promise<Section[]> {
  const [, ...sections] = (await readSql(name)).split(/^-- (?=\w+\d{13}$)/m);
  return sections.map((text) => {
    const [title = '', ...lines] = text.split('\n');
    return { name: title, number: numberOf(title), sql: lines.join('\n') };
  });
}
