import { EnumField, TextField } from '#libs/platform/http';

const TRIED_FILES = ['prices', 'vendors'] as const;
export type TriedFile = (typeof TRIED_FILES)[number];

export class TryFileRequest {
  /** Which file: the price table (`PRICE_TABLE`) or the vendors (`VENDORS_FILE`). */
  @EnumField({ values: TRIED_FILES })
  file!: TriedFile;

  /** Its content, as JSON. Files that it names must be on the server. */
  @TextField({ minLength: 1, maxLength: 1_000_000, example: '{ "vendors": [] }' })
  content!: string;
}
