import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BookDifferenceResponse, ReconciliationResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { count, signed } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { ThingLink } from '../thing-link.js';
import { saveAsCsv } from './comparison-csv.js';

const WAYS = [
  { way: 'differing', title: t`Different costs`, text: t`In both books, with different costs.` },
  {
    way: 'missing_here',
    title: t`Missing in our book`,
    text: t`Billed by the vendor, but not ordered by us.`,
  },
  {
    way: 'missing_there',
    title: t`Missing in the vendor’s book`,
    text: t`Booked by us in these days, but not in the file.`,
  },
] as const;

const COLUMNS: readonly Column<BookDifferenceResponse>[] = [
  { title: t`Order`, cell: ({ reference, vendor_id: id }) => <Order reference={reference} id={id} /> },
  { title: t`Task`, cell: ({ task_id: id }) => (id === undefined ? '–' : <ThingLink kind="task" id={id} />) },
  { title: t`State`, cell: ({ state = '–' }) => state.replaceAll('_', ' ') },
  { title: t`Ours`, number: ({ ours }) => ours },
  { title: t`Theirs`, number: ({ theirs }) => theirs },
];

export function Comparison({ result }: { result: ReconciliationResponse }): ReactNode {
  const { vendor, from, to, currency, matched, ours, theirs, difference } = result;
  const unit = currency ?? 'credits';
  const differing = WAYS.reduce((sum, { way }) => sum + result[way].count, 0);
  return (
    <Stack gap="md" component="section" aria-label={t`Comparison`} mt="md">
      <Divider />
      <Alert
        color={differing === 0 ? 'green' : 'orange'}
        variant="light"
        role="status"
        title={
          differing === 0
            ? t`The books agree`
            : plural(differing, { one: '# order differs', other: '# orders differ' })
        }
      >
        {differing === 0
          ? t`${vendor} bills what we have booked, from ${from} to ${to}.`
          : t`Between our book and the one of ${vendor}, from ${from} to ${to}.`}
      </Alert>
      <Facts
        columns={{ base: 2, xs: 2, md: 4 }}
        facts={[
          [t`Orders that match`, count(matched)],
          [t`${currency ?? t`Credits`} in our book`, count(ours)],
          [t`${currency ?? t`Credits`} in theirs`, count(theirs)],
          [t`Difference`, signed(difference)],
        ]}
      />
      {WAYS.filter(({ way }) => result[way].count > 0).map(({ way, title, text }) => (
        <Differences key={way} title={title} text={text} unit={unit} differences={result[way]} />
      ))}
      {differing > 0 && (
        <Group>
          <Button variant="default" onClick={() => saveAsCsv(result)}>{t`Download as CSV`}</Button>
        </Group>
      )}
    </Stack>
  );
}

function Differences({
  title,
  text,
  unit,
  differences: { count: all, ours, theirs, orders },
}: {
  title: string;
  text: string;
  unit: string;
  differences: ReconciliationResponse['differing'];
}): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}: {plural(all, { one: '# order', other: '# orders' })}
      </Title>
      <Text size="sm" c="dimmed">{t`${text} Ours ${count(ours)}, theirs ${count(theirs)} ${unit}.`}</Text>
      <Rows
        caption={title}
        columns={COLUMNS}
        rows={orders.map((order, at) => ({ ...order, at }))}
        rowKey={({ at }) => String(at)}
        isSortable
      />
      {orders.length < all && (
        <Text
          c="dimmed"
          size="sm"
        >{t`${plural(all - orders.length, { one: '# further order', other: '# further orders' })} not listed: compare fewer days.`}</Text>
      )}
    </Stack>
  );
}

function Order({ reference, id }: { reference: string | null; id: string | null }): ReactNode {
  return [id, reference].map(
    (name) =>
      name !== null && (
        <Text key={name} ff="monospace" size="sm">
          {name}
        </Text>
      ),
  );
}
