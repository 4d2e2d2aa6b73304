import { Alert, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listVendorsOptions } from '../../../api/generated/@tanstack/react-query.gen.js';
import type { VendorResponse, VendorWorkResponse } from '../../../api/generated/types.gen.js';
import { count, counted, duration } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const LOOK_EVERY_MS = 5_000;

const COLUMNS: readonly Column<VendorWorkResponse>[] = [
  { title: 'Work', cell: ({ name }) => name },
  { title: 'Calls', align: 'right', cell: ({ calls }) => count(calls) },
  { title: 'Errors', align: 'right', cell: (work) => <Errors work={work} /> },
  { title: 'Half took at most', align: 'right', cell: ({ p50_ms }) => time(p50_ms) },
  { title: '95 % took at most', align: 'right', cell: ({ p95_ms }) => time(p95_ms) },
];

/** Who does the media work, and how that goes. */
export function VendorsPage(): ReactNode {
  const query = useQuery({ ...listVendorsOptions(), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page
      title="Vendors"
      text="Who works on each kind of media task: the engines of this service, or a vendor that the settings name. The figures are of the last hour, in all processes."
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.vendors.map((vendor) => (
        <Vendor key={vendor.name} vendor={vendor} />
      ))}
    </Page>
  );
}

function Vendor({ vendor }: { vendor: VendorResponse }): ReactNode {
  const { name, is_upstream: isUpstream, host, kinds, works, last_error: lastError } = vendor;
  return (
    <Card component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {isUpstream ? name : 'Engines of this service'}
          </Title>
          <Group gap="xs">
            <Badge color={isUpstream ? 'grape' : 'gray'}>{isUpstream ? 'upstream' : 'local'}</Badge>
            <Circuit vendor={vendor} />
          </Group>
        </Group>
        {host !== null && (
          <Text size="sm">
            Called at{' '}
            <Text span ff="monospace">
              {host}
            </Text>
          </Text>
        )}
        <Group gap={6}>
          {kinds.map((kind) => (
            <Badge key={kind} color="gray">
              {kind}
            </Badge>
          ))}
        </Group>
        {vendor.circuit === 'open' && (
          <Alert color="red" variant="light" title="Calls are refused for a moment">
            After several failures in a row {counted(vendor.broken_in, 'process', 'processes')} of the service
            give it a pause of 15 seconds, then try one call. Tasks wait meanwhile. Look at the last error,
            and at the address and key in the settings.
          </Alert>
        )}
        {works.length === 0 ? (
          <Text c="dimmed">
            {isUpstream ? 'It was not called in the last hour.' : 'They had nothing to do in the last hour.'}
          </Text>
        ) : (
          <Rows caption={`Work of ${name}`} columns={COLUMNS} rows={works} rowKey={(work) => work.name} />
        )}
        {lastError && (
          <Text size="sm">
            Last error: <b>{lastError.code}</b> at {lastError.work}, <Time value={lastError.at} />
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Circuit({ vendor: { circuit } }: { vendor: VendorResponse }): ReactNode {
  switch (circuit) {
    case 'closed':
      return <Badge color="green">calls go through</Badge>;
    case 'half_open':
      return <Badge color="yellow">trying again</Badge>;
    case 'open':
      return <Badge color="red">calls are refused</Badge>;
    case null:
      return null;
  }
}

function Errors({ work: { errors } }: { work: VendorWorkResponse }): ReactNode {
  return errors === 0 ? '0' : <Badge color="red">{count(errors)}</Badge>;
}

function time(ms: number | null): string {
  return ms === null ? '–' : duration(ms);
}
