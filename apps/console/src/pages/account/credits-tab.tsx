import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCreditsOptions, listCreditEntriesInfiniteOptions } from '@atelier/client/react-query';
import type { StatementEntryResponse } from '@atelier/client/api';
import { DataList } from '../../parts/data-list.js';
import { CreditsSum } from '../../parts/credits-sum.js';
import { Limits } from '../../parts/limits.js';
import { PageLink } from '../../parts/link.js';
import { titleOfKind } from '../../parts/media-kinds.js';
import { Section } from '../../parts/section.js';
import { Loaded } from '../../parts/states.js';
import { Statement } from '../../parts/statement.js';

export function CreditsTab(): ReactNode {
  const credits = useQuery({ ...getCreditsOptions(), refetchOnMount: 'always' });
  return (
    <Stack gap="xl">
      <Loaded query={credits}>
        {(read) => (
          <>
            <CreditsSum credits={read} />
            <Section title={t`Limits`}>
              <Limits limits={read.limits} caption={t`Your limits`} />
            </Section>
          </>
        )}
      </Loaded>
      <Section title={t`Statement`}>
        <Entries />
      </Section>
    </Stack>
  );
}

function Entries(): ReactNode {
  return (
    <DataList
      caption={t`Statement`}
      query={listCreditEntriesInfiniteOptions()}
      rowsOf={({ entries }) => entries}
      rowKey={({ id }) => id}
      columns={[]}
      draw={(entries) => <Statement entries={entries} about={(entry) => <About entry={entry} />} />}
      empty={t`No entries yet`}
      emptyHint={
        <>
          <Text>{t`Each task is an entry here: what is held for it, and what it has cost.`}</Text>
          <PageLink to="/studio/new">{t`Make a picture, a video or music`}</PageLink>
        </>
      }
    />
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
