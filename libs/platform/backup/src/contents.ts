/** Rises when an older Atelier could not read the file. */
export const FORMAT = 1;

export const FIRST_ENTRY = 'atelier-backup.json';
export const LAST_ENTRY = 'end.json';

/** The first entry: what the rest is read by. */
export type Contents = {
  format: number;
  createdAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: TableContents[];
  sequences: { name: string; lastValue: string }[];
};

/** A table as `schema.name`, and its columns as they are written in SQL. */
export type TableContents = { name: string; columns: string[] };

/** The last entry: without it, or when it says something else, the file is not whole. */
export type Totals = { rows: number; files: number; fileBytes: number; sha256: string };

/** Rows of a table, gzipped, in parts: the size of an entry has to be known before it is written. */
export function tablePart(table: string, part: number): string {
  return `tables/${table}/${part}`;
}

/** The name of the table that an entry belongs to. */
export function tableOfPart(entry: string): string | undefined {
  return /^tables\/([^/]+)\/\d+$/.exec(entry)?.[1];
}

export function fileEntry(key: string, contentType: string): string {
  return `files/${encodeURIComponent(contentType)}/${key}`;
}

export function fileOfEntry(entry: string): { key: string; contentType: string } | undefined {
  const [, contentType, key] = /^files\/([^/]+)\/(.+)$/s.exec(entry) ?? [];
  return key && contentType ? { key, contentType: decodeURIComponent(contentType) } : undefined;
}
