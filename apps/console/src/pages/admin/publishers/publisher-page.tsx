import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getPublisherOptions, listPublisherNodesQueryKey } from '@atelier/client/react-query';
import { listPublisherNodes, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { BanButton, UnbanButton } from '../moderation/ban.js';
import { BulkActButton, LastBulkAct } from '../moderation/bulk-act.js';
import { Activity } from './activity.js';
import { MakeOwnerButton } from './make-owner.js';

const route = getRouteApi('/signed-in/admin/publishers/$publisherId');
const CRUMBS = [{ title: 'Publishers', to: '/admin/publishers' }];

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
      crumbs={CRUMBS}
      actions={isBanned ? <UnbanButton thing={thing} /> : <BanButton thing={thing} />}
    >
      {isBanned && (
        <Alert color="red" variant="light" title="This publisher is banned">
          <Text size="sm">{publisher.ban_reason || 'No reason was given.'}</Text>
          <Text size="sm">
            Since <Time value={publisher.banned_at} />
          </Text>
        </Alert>
      )}
      <Facts
        facts={[
          ['Id', publisher.id],
          ['Status', <StatusBadge key="status" status={publisher.status} />],
          ['Since', <Time key="since" value={publisher.createdAt} />],
          ['Website', publisher.website],
          ['Source code', publisher.source_code_repo],
          ['Support', publisher.support],
          ['Description', publisher.description],
        ]}
      />
      <Group gap="xs">
        <ButtonLink variant="default" to="/admin/reports" search={{ publisher: publisher.id }}>
          Reports
        </ButtonLink>
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
      <Title order={2} size="h4">
        Members
      </Title>
      {publisher.members.length === 0 ? (
        <Text c="dimmed">It has no members: it was imported with a catalogue.</Text>
      ) : (
        <Rows
          caption="Members"
          rows={publisher.members}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Name', cell: ({ user }) => user.name || user.email },
            { title: 'E-mail', cell: ({ user }) => user.email ?? '–' },
            { title: 'Role', cell: ({ role, invited }) => (invited ? `${role}, invited` : role) },
            {
              title: 'Change',
              cell: ({ role, invited, user }) =>
                role === 'member' && !invited && user.id !== undefined ? (
                  <MakeOwnerButton publisher={publisher} userId={user.id} name={user.name} />
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

function Nodes({ publisherId }: { publisherId: string }): ReactNode {
  const list = useInfiniteQuery(
    arrayPages(listPublisherNodesQueryKey({ path: { publisherId } }), (page, signal) =>
      listPublisherNodes({
        path: { publisherId },
        query: page,
        signal,
        throwOnError: true,
      }),
    ),
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Nodes
        </Title>
        <BulkActButton filter={{ publisher_id: publisherId }} />
      </Group>
      <LastBulkAct />
      <Listing query={list} rowsOf={({ rows }) => rows} empty={<Text c="dimmed">It has no nodes.</Text>}>
        {(nodes) => (
          <Rows
            caption="Nodes"
            rows={nodes}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Node',
                cell: ({ id }) => (
                  <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId: id }}>
                    {id}
                  </PageLink>
                ),
              },
              { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
              { title: 'Latest version', cell: (node) => node.latest_version?.version ?? 'none' },
              { title: 'Downloads', align: 'right', cell: ({ downloads }) => count(downloads) },
            ]}
          />
        )}
      </Listing>
    </Stack>
  );
}
