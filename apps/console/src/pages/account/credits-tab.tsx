import { t } from '@lingui/core/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCreditsOptions, listCreditEntriesInfiniteOptions } from '@atelier/client/react-query';
import type { StatementEntryResponse } from '@atelier/client/api';
import { CreditsSum } from '../../parts/credits-sum.js';
import { Limits } from '../../parts/limits.js';
import { PageLink } from '../../parts/link.js';
import { Listing } from '../../parts/listing.js';
import { titleOfKind } from '../../parts/media-kinds.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Statement } from '../../parts/statement.js';

export function CreditsTab(): ReactNode {
  return (
    <Stack gap="xl">
      <Balance />
      <Stack gap="sm">
        <Title order={2} size="h4">{t`Statement`}</Title>
        <Entries />
      </Stack>
    </Stack>
  );
}

function Balance(): ReactNode {
  const credits = useQuery({ ...getCreditsOptions(), refetchOnMount: 'always' });
  if (credits.isPending) return <Waiting />;
  if (credits.isError) return <Failure error={credits.error} retry={() => void credits.refetch()} />;
  return (
    <>
      <CreditsSum credits={credits.data} />
      <Stack gap="sm">
        <Title order={2} size="h4">{t`Limits`}</Title>
        <Limits limits={credits.data.limits} caption={t`Your limits`} />
      </Stack>
    </>
  );
}

function Entries(): ReactNode {
  const list = useInfiniteQuery({
    ...listCreditEntriesInfiniteOptions(),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
  });
  return (
    <Listing
      query={list}
      rowsOf={({ entries }) => entries}
      empty={
        <Empty title={t`No entries yet`}>
          <Text>{t`Each task is an entry here: what is held for it, and what it has cost.`}</Text>
          <PageLink to="/studio/new">{t`Make a picture, a video or music`}</PageLink>
        </Empty>
      }
    >
      {(entries) => <Statement entries={entries} about={(entry) => <About entry={entry} />} />}
    </Listing>
  );
}

function About({ entry: { task_id: id, kind } }: { entry: StatementEntryResponse }): ReactNode {
  if (id === null) return '–';
  return (
    <PageLink to="/studio/tasks/$id" params={{ id }}>
      {kind === null ? t`Task` : titleOfKind(kind)}
    </PageLink>
  );
}
