import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getPublisherOptions, listPublisherNodesQueryKey } from '@atelier/client/react-query';
import { listPublisherNodes, type NodeResponse, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { DataList } from '../../../parts/data-list.js';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink } from '../../../parts/link.js';
import { NodeIcon } from '../../../parts/node-icon.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { BanButton, UnbanButton } from '../moderation/ban.js';
import { BulkActButton, LastBulkAct } from '../moderation/bulk-act.js';
import { ThingLink } from '../thing-link.js';
import { Activity } from './activity.js';
import { MakeOwnerButton } from './make-owner.js';
import { NODE_COLUMN } from '../node-column.js';

const route = getRouteApi('/signed-in/admin/publishers/$publisherId');
const CRUMBS = [{ title: t`Publishers`, to: '/admin/publishers' }];

const NODE_COLUMNS: readonly Column<NodeResponse>[] = [
  NODE_COLUMN,
  { title: t`Status`, status: ({ status }) => status },
  { title: t`Latest version`, text: (node) => node.latest_version?.version },
  { title: t`Downloads`, number: ({ downloads }) => downloads },
];

export function PublisherPage(): ReactNode {
  const { publisherId } = route.useParams();
  const { data: publisher, error, refetch } = useQuery(getPublisherOptions({ path: { publisherId } }));
  if (!publisher) {
    return (
      <Page title={publisherId} crumbs={CRUMBS}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  const thing = { kind: 'publisher', id: publisher.id, name: publisher.name } as const;
  const isBanned = publisher.status === 'PublisherStatusBanned';
  return (
    <Page
      title={publisher.name}
      icon={<NodeIcon of={publisher} />}
      crumbs={CRUMBS}
      actions={isBanned ? <UnbanButton thing={thing} /> : <BanButton thing={thing} />}
    >
      {isBanned && (
        <Alert color="red" variant="light" title={t`This publisher is banned`}>
          <Text size="sm">{publisher.ban_reason || t`No reason was given.`}</Text>
          <Text size="sm">
            <Trans>
              Since <Time value={publisher.banned_at} />
            </Trans>
          </Text>
        </Alert>
      )}
      <Facts
        facts={[
          [t`Id`, publisher.id],
          [t`Status`, <StatusBadge key="status" status={publisher.status} />],
          [t`Since`, <Time key="since" value={publisher.createdAt} />],
          [t`Website`, publisher.website],
          [t`Source code`, publisher.source_code_repo],
          [t`Support`, publisher.support],
          [t`Description`, publisher.description],
        ]}
      />
      <Group gap="xs">
        <ButtonLink
          variant="default"
          to="/admin/reports"
          search={{ publisher: publisher.id }}
        >{t`Reports`}</ButtonLink>
      </Group>
      <Activity publisherId={publisher.id} />
      <Members publisher={publisher} />
      <Nodes publisherId={publisher.id} />
    </Page>
  );
}

function Members({ publisher }: { publisher: PublisherResponse }): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">{t`Members`}</Title>
      {publisher.members.length === 0 ? (
        <Text c="dimmed">{t`This publisher has no members: it was imported with a catalogue.`}</Text>
      ) : (
        <Rows
          caption={t`Members`}
          rows={publisher.members}
          rowKey={({ id }) => id}
          columns={[
            {
              title: t`Name`,
              cell: ({ user: { id, name, email = '' } }) =>
                id === undefined ? email : <ThingLink kind="user" id={id} name={name || email} />,
            },
            { title: t`E-mail`, cell: ({ user }) => user.email ?? '–' },
            { title: t`Role`, cell: ({ role, invited }) => (invited ? `${role}, invited` : role) },
            {
              title: t`Actions`,
              acts: ({ role, invited, user }) =>
                role === 'member' &&
                !invited &&
                user.id !== undefined && (
                  <MakeOwnerButton publisher={publisher} userId={user.id} name={user.name} />
                ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

function Nodes({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">{t`Nodes`}</Title>
      <DataList
        caption={t`Nodes`}
        query={arrayPages(listPublisherNodesQueryKey({ path }), (page, signal) =>
          listPublisherNodes({ path, query: page, signal, throwOnError: true }),
        )}
        rowsOf={({ rows }) => rows}
        rowKey={({ id }) => id}
        columns={NODE_COLUMNS}
        beside={<BulkActButton filter={{ publisher_id: publisherId }} />}
        empty={t`No nodes yet`}
      >
        <LastBulkAct />
      </DataList>
    </Stack>
  );
}
