/** Incremented when an older Atelier could not read the file. */
export const FORMAT = 1;

export const FIRST_ENTRY = 'atelier-backup.json';
export const LAST_ENTRY = 'end.json';

/** The first entry: describes the rest. */
export type Contents = {
  format: number;
  createdAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: TableContents[];
  sequences: { name: string; lastValue: string }[];
};

/** A table as `schema.name`, and its columns as quoted in SQL. */
export type TableContents = { name: string; columns: string[] };

/** The last entry. If it is missing or does not match, the file is not complete. */
export type Totals = { rows: number; files: number; fileBytes: number; sha256: string };

/** Rows of a table, gzipped, in parts: the size of an entry must be known before it is written. */
export function tablePart(table: string, part: number): string {
  return `tables/${table}/${part}`;
}

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
