import { Alert, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkLedgerOptions } from '@atelier/client/react-query';
import type { LedgerCheckResponse } from '@atelier/client/api';
import { count } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const CHECKS: Record<LedgerCheckResponse['name'], string> = {
  holds: 'Credits that are held, task by task',
  grants: 'What is left of grants',
  limits: 'What is used of limits',
  resolutions: 'Holds that ended, once and for at most what was held',
};

const COLUMNS: readonly Column<LedgerCheckResponse>[] = [
  { title: 'Checked against the entries', cell: ({ name }) => CHECKS[name] },
  {
    title: 'Rows that differ',
    align: 'right',
    cell: ({ differences }) => <Differences count={differences} />,
  },
  { title: 'By credits', align: 'right', cell: ({ credits }) => count(credits) },
];

/** Checks the ledger on request, as that reads much. The result stays while the page is open. */
export function LedgerCheck(): ReactNode {
  const query = useQuery({ ...checkLedgerOptions(), enabled: false, gcTime: Infinity });
  return (
    <Card component="section" aria-label="Ledger">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Ledger
          </Title>
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            Check now
          </Button>
        </Group>
        {query.isError && <Failure error={query.error} />}
        {query.data ? (
          <>
            {query.data.balanced ? (
              <Alert color="green" variant="light" title="The ledger is balanced" role="status">
                Every balance matches its entries.
              </Alert>
            ) : (
              <Alert color="red" variant="light" title="The ledger is not balanced" role="alert">
                The entries are right, as they are never changed. Keep the log of the service, and report
                this.
              </Alert>
            )}
            <Rows caption="Checks" columns={COLUMNS} rows={query.data.checks} rowKey={({ name }) => name} />
            <Text size="sm" c="dimmed">
              Checked <Time value={new Date(query.dataUpdatedAt).toISOString()} />
            </Text>
          </>
        ) : (
          <Text c="dimmed">
            The service checks this once a day, and raises an alert if something differs.
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Differences({ count: rows }: { count: number }): ReactNode {
  return rows === 0 ? '0' : <Badge color="red">{count(rows)}</Badge>;
}
