import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { FileTextIcon, UploadIcon } from '@radix-ui/react-icons';
import { type ReactNode, useState } from 'react';
import { bytes } from '../../../parts/numbers.js';

/** As much as the API reads. */
const BOOK_MAX_BYTES = 8_000_000;
/** Some systems say nothing better of a CSV file than `text/plain` or the type of a spreadsheet. */
const BOOKS = {
  'text/csv': ['.csv'],
  'application/json': ['.json'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
};

/** Where the book of a vendor is dropped or chosen; or the one that was. */
export function BookDrop({
  book,
  onBook,
  isLocked,
}: {
  book: File | undefined;
  onBook: (book: File | undefined) => void;
  isLocked: boolean;
}): ReactNode {
  const [problem, setProblem] = useState<string>();
  if (book)
    return (
      <Paper>
        <Group justify="space-between">
          <Group gap="sm">
            <FileTextIcon aria-hidden />
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              {book.name}
            </Text>
            <Text c="dimmed">{bytes(book.size)}</Text>
          </Group>
          <Button variant="default" size="xs" disabled={isLocked} onClick={() => onBook(undefined)}>
            Choose another
          </Button>
        </Group>
      </Paper>
    );
  return (
    <Stack gap="xs">
      <Dropzone
        accept={BOOKS}
        maxSize={BOOK_MAX_BYTES}
        multiple={false}
        inputProps={{ 'aria-label': 'Book of the vendor' }}
        onDrop={([first]) => {
          setProblem(undefined);
          onBook(first);
        }}
        onReject={([rejection]) =>
          setProblem(
            rejection && rejection.file.size > BOOK_MAX_BYTES
              ? `${rejection.file.name} has ${bytes(rejection.file.size)}; at most 8 MB are taken.`
              : 'Drop one CSV or JSON file.',
          )
        }
      >
        <Stack align="center" gap="xs" py="lg" style={{ pointerEvents: 'none' }}>
          <UploadIcon width={28} height={28} aria-hidden />
          <Text fw={500} ta="center">
            Drop the vendor’s book here, or click to choose it
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            CSV or JSON with credits, and reference or vendor_id (or order_id, id), of each order; at most
            20,000.
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
