import type { Advisory } from './advisory.entity.js';

const PATTERN = /^x_ATL-\d{4}-(\d{4,9})$/;

/** Such as `x_ATL-2026-0001`. By the OSV schema, `x_` begins the ids of a database that OSV.dev does not collect. */
export function advisoryId({ serial, publishedAt }: Pick<Advisory, 'serial' | 'publishedAt'>): string {
  return `x_ATL-${publishedAt.getUTCFullYear()}-${String(serial).padStart(4, '0')}`;
}

/** The serial in an id; undefined for a text that is none. */
export function serialOf(id: string): number | undefined {
  const [, serial] = PATTERN.exec(id) ?? [];
  return serial === undefined ? undefined : Number(serial);
}
