import { Badge, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listAdvisoriesInfiniteOptions } from '@atelier/client/react-query';
import { type AdvisoryResponse, withdrawAdvisory } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { ReasonField } from '../moderation/reason-field.js';

const COLUMNS: readonly Column<AdvisoryResponse>[] = [
  {
    title: 'Advisory',
    cell: ({ id, summary }) => (
      <>
        <Text size="sm">{summary}</Text>
        <Text size="sm" c="dimmed">
          {id}
        </Text>
      </>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => severity },
  {
    title: 'Node',
    cell: ({ node_id: nodeId }) => (
      <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId }}>
        {nodeId}
      </PageLink>
    ),
  },
  { title: 'Versions', cell: affectedInWords },
  { title: 'Published', cell: ({ published_at: at }) => <Time value={at} /> },
  { title: 'State', cell: (advisory) => <State advisory={advisory} /> },
];

export function AdvisoriesPage(): ReactNode {
  const list = useInfiniteQuery({
    ...listAdvisoriesInfiniteOptions({ query: {} }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
  return (
    <Page
      title="Advisories"
      text="Public warnings of harmful or vulnerable versions. Everyone who asks for such a version sees them."
      actions={<ButtonLink to="/admin/advisories/new">Publish an advisory</ButtonLink>}
    >
      <Listing
        query={list}
        rowsOf={({ advisories }) => advisories}
        empty={<Empty title="No advisories yet" />}
      >
        {(advisories) => (
          <Rows caption="Advisories" columns={COLUMNS} rows={advisories} rowKey={({ id }) => id} />
        )}
      </Listing>
    </Page>
  );
}

function affectedInWords({ introduced, fixed, versions }: AdvisoryResponse): string {
  const single = versions.join(', ');
  if (introduced === null && fixed === null) return single || 'all';
  const range = [introduced && `from ${introduced}`, fixed && `below ${fixed}`].filter(Boolean).join(' ');
  return single === '' ? range : `${range}, ${single}`;
}

function State({
  advisory: { id, withdrawn_at: at, withdrawal_reason: reason },
}: {
  advisory: AdvisoryResponse;
}): ReactNode {
  if (at === null) return <WithdrawButton id={id} />;
  return (
    <>
      <Badge color="gray">withdrawn</Badge>
      <Text size="sm">{reason}</Text>
    </>
  );
}

function WithdrawButton({ id }: { id: string }): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label="Withdraw"
      size="xs"
      title={`Withdraw ${id}?`}
      canAct={reason.trim() !== ''}
      act={() =>
        withdrawAdvisory({ path: { advisoryId: id }, body: { reason: reason.trim() }, throwOnError: true })
      }
      done={`${id} is withdrawn.`}
      onDone={() => queries.invalidateQueries()}
    >
      <ReasonField
        label="Why"
        description="Everyone sees this. It cannot be published again."
        isRequired
        value={reason}
        change={setReason}
      />
    </ActButton>
  );
}
