import { t } from '@lingui/core/macro';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileDrop } from '../../../parts/file-drop.js';

/** The limit of the API. */
const BOOK_MAX_BYTES = 8_000_000;
/** Some systems report a CSV file only as `text/plain` or as a spreadsheet. */
const BOOKS = {
  'text/csv': ['.csv'],
  'application/json': ['.json'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
};

export function BookDrop({
  book,
  onBook,
  isLocked,
}: {
  book: File | undefined;
  onBook: (book: File | undefined) => void;
  isLocked: boolean;
}): ReactNode {
  return (
    <FileDrop
      file={book}
      onFile={onBook}
      isLocked={isLocked}
      icon={<IconFileText size={18} aria-hidden />}
      accept={BOOKS}
      maxBytes={BOOK_MAX_BYTES}
      tooLarge="at most 8 MB are accepted."
      wrongKind={t`Drop one CSV or JSON file.`}
      label={t`Book of the vendor`}
      title={t`Drop the vendor’s book here, or click to choose it`}
      hint={t`CSV or JSON with credits, and reference or vendor_id (or order_id, id), of each order; at most 20,000.`}
    />
  );
}
