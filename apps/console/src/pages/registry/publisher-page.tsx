import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getPublisherOptions, listPublisherNodesQueryKey } from '@atelier/client/react-query';
import { listPublisherNodes, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../parts/array-pages.js';
import { DataList } from '../../parts/data-list.js';
import { Description } from '../../parts/description.js';
import { NodeCards } from '../../parts/node-card.js';
import { NodeIcon } from '../../parts/node-icon.js';
import { SiteLink } from '../../parts/site-link.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { Loaded } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';
import { VerifiedBadges } from '../../parts/verified-badges.js';
import { Facts } from '../../parts/facts.js';
import { ReportPublisher } from './report-button.js';

const route = getRouteApi('/registry/publishers/$publisherId');

export function PublisherPage(): ReactNode {
  const { publisherId } = route.useParams();
  const query = useQuery(getPublisherOptions({ path: { publisherId } }));
  return (
    <Page
      title={query.data?.name ?? publisherId}
      crumbs={[
        { title: t`Registry`, to: '/registry' },
        { title: t`Publishers`, to: '/registry/publishers' },
      ]}
      icon={query.data && <NodeIcon of={query.data} size={72} />}
      facts={
        query.data && (
          <Group gap="xs">
            <VerifiedBadges publisher={query.data} />
          </Group>
        )
      }
      actions={query.data && <ReportPublisher publisher={query.data} />}
    >
      <Loaded query={query}>{(publisher) => <Publisher publisher={publisher} />}</Loaded>
    </Page>
  );
}

function Publisher({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const isBanned = publisher.status === 'PublisherStatusBanned';
  const members = publisher.members.map(({ user }) => user.name).filter((name) => name !== '');
  return (
    <Stack gap="xl">
      {isBanned && (
        <Alert
          color="red"
          variant="light"
          title={
            <>
              <Trans>
                This publisher is <StatusBadge status={publisher.status} />
              </Trans>
            </>
          }
        >
          {publisher.ban_reason || t`No reason was given.`}
        </Alert>
      )}
      {publisher.description !== '' && <Description text={publisher.description} />}
      <Facts
        facts={[
          [t`Id`, publisher.id],
          [t`Members`, members.join(', ')],
          [t`Website`, publisher.website && <SiteLink url={publisher.website} />],
          [t`Source code`, publisher.source_code_repo && <SiteLink url={publisher.source_code_repo} />],
          [t`Support`, publisher.support && <SiteLink url={publisher.support} />],
          [t`Member since`, <Time key="since" value={publisher.createdAt} />],
        ]}
      />
      <Section title={t`Nodes`} size="h3">
        <PublisherNodes publisherId={publisher.id} />
      </Section>
    </Stack>
  );
}

function PublisherNodes({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  return (
    <DataList
      caption={t`Nodes of the publisher`}
      query={arrayPages([...listPublisherNodesQueryKey({ path }), 'pages'], (page, signal) =>
        listPublisherNodes({ path, query: page, signal, throwOnError: true }),
      )}
      rowsOf={({ rows }) => rows}
      rowKey={({ id }) => id}
      empty={t`No nodes yet`}
      emptyHint={<Text>{t`This publisher has not published any.`}</Text>}
      draw={(nodes) => <NodeCards label={t`Nodes of the publisher`} nodes={nodes} order={3} />}
    />
  );
}
