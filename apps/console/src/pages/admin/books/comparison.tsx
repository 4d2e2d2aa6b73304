import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Center, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { BookDifferenceResponse, ReconciliationResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { count, signed } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { ThingLink } from '../thing-link.js';
import { saveAsCsv } from './comparison-csv.js';

const SHOWN = 20;

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
  { title: t`Ours`, align: 'right', cell: ({ ours }) => count(ours) },
  { title: t`Theirs`, align: 'right', cell: ({ theirs }) => count(theirs) },
];

export function Comparison({ result }: { result: ReconciliationResponse }): ReactNode {
  const { vendor, from, to, currency, matched, ours, theirs, difference } = result;
  const unit = currency ?? 'credits';
  const differing = WAYS.reduce((sum, { way }) => sum + result[way].count, 0);
  return (
    <Stack gap="md" component="section" aria-label={t`Comparison`} mt="md">
      <Divider />
      {differing === 0 ? (
        <Alert
          color="green"
          variant="light"
          title={t`The books agree`}
          role="status"
        >{t`${vendor} bills what we have booked, from ${from} to ${to}.`}</Alert>
      ) : (
        <Alert
          color="orange"
          variant="light"
          title={t`${plural(differing, { one: '# order', other: '# orders' })} differ`}
          role="status"
        >{t`Between our book and the one of ${vendor}, from ${from} to ${to}.`}</Alert>
      )}
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
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? orders : orders.slice(0, SHOWN);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}: {plural(all, { one: '# order', other: '# orders' })}
      </Title>
      <Text size="sm" c="dimmed">{t`${text} Ours ${count(ours)}, theirs ${count(theirs)} ${unit}.`}</Text>
      <Rows
        caption={title}
        columns={COLUMNS}
        rows={shown.map((order, at) => ({ ...order, at }))}
        rowKey={({ at }) => String(at)}
      />
      {shown.length < orders.length && (
        <Center>
          <Button variant="default" onClick={() => setWhole(true)}>{t`Show ${count(orders.length)}`}</Button>
        </Center>
      )}
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
  return (
    <Stack gap={0}>
      {[id, reference].map(
        (name) =>
          name !== null && (
            <Text key={name} span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          ),
      )}
    </Stack>
  );
}
