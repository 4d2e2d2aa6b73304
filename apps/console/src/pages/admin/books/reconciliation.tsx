import { t } from '@lingui/core/macro';
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { listVendorsOptions } from '@atelier/client/react-query';
import { compareBooks } from '@atelier/client/api';
import { FileDrop } from '../../../parts/file-drop.js';
import { Section } from '../../../parts/section.js';
import { Failure } from '../../../parts/states.js';
import { readBook } from './book-file.js';
import { Comparison } from './comparison.js';

/** The limit of the API. */
const BOOK_MAX_BYTES = 8_000_000;
/** Some systems report a CSV file only as `text/plain` or as a spreadsheet. */
const BOOKS = {
  'text/csv': ['.csv'],
  'application/json': ['.json'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
};
const DAYS = [
  { name: 'from', label: t`First day, UTC` },
  { name: 'to', label: t`Last day, UTC` },
] as const;

const route = getRouteApi('/signed-in/admin/books');

export function Reconciliation(): ReactNode {
  const { vendor = '', ...days } = route.useSearch();
  const navigate = route.useNavigate();
  const [book, setBook] = useState<File>();
  const vendors = useQuery(listVendorsOptions());
  const names = vendors.data?.vendors.filter((one) => one.is_upstream).map(({ name }) => name) ?? [];
  const compare = useMutation({
    mutationFn: async (file: File) => {
      const body = await readBook(file);
      return (await compareBooks({ query: { vendor, ...days }, body, throwOnError: true })).data;
    },
  });
  // The result belongs to the shown file, vendor and days.
  const change = (search: { vendor?: string; from?: string; to?: string }): void => {
    compare.reset();
    void navigate({
      search: (old) =>
        Object.fromEntries(Object.entries({ ...old, ...search }).filter(([, value]) => value !== '')),
      replace: true,
    });
  };
  return (
    <Section isCard title={t`Reconciliation`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (book) compare.mutate(book);
        }}
      >
        <Stack gap="sm">
          <Text
            size="sm"
            c="dimmed"
            maw="70ch"
          >{t`Compares the costs that we have booked for a vendor’s orders with the vendor’s own book, by our reference or the vendor’s id of each order.`}</Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <Select
              label={t`Vendor`}
              placeholder={names.length > 0 ? t`Choose one` : t`There are none`}
              required
              data={[...new Set([...names, ...(vendor ? [vendor] : [])])]}
              value={vendor || null}
              onChange={(name) => change({ vendor: name ?? '' })}
              allowDeselect={false}
            />
            {DAYS.map(({ name, label }) => (
              <TextInput
                key={name}
                type="date"
                label={label}
                value={days[name] ?? ''}
                onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed">{t`Without dates, the last 31 days are compared.`}</Text>
          <FileDrop
            file={book}
            onFile={(file) => {
              compare.reset();
              setBook(file);
            }}
            isLocked={compare.isPending}
            icon={<IconFileText size={18} aria-hidden />}
            accept={BOOKS}
            maxBytes={BOOK_MAX_BYTES}
            tooLarge={t`at most 8 MB are accepted.`}
            wrongKind={t`Drop one CSV or JSON file.`}
            label={t`Book of the vendor`}
            title={t`Drop the vendor’s book here, or click to choose it`}
            hint={t`CSV or JSON with credits, and reference or vendor_id (or order_id, id), of each order; at most 20,000.`}
          />
          {vendors.isError && <Failure error={vendors.error} retry={() => void vendors.refetch()} />}
          {compare.isError && <Failure error={compare.error} />}
          <Group>
            <Button
              type="submit"
              disabled={!book || vendor === ''}
              loading={compare.isPending}
            >{t`Compare`}</Button>
          </Group>
        </Stack>
      </form>
      {compare.data && <Comparison result={compare.data} />}
    </Section>
  );
}
