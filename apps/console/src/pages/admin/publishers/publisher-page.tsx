import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  getPublisherActivityOptions,
  getPublisherOptions,
  listPublisherNodesQueryKey,
} from '@atelier/client/react-query';
import { listPublisherNodes, type PublisherResponse, transferPublisher } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { DataList } from '../../../parts/data-list.js';
import { Facts } from '../../../parts/facts.js';
import { ButtonLink } from '../../../parts/link.js';
import { NodeIcon } from '../../../parts/node-icon.js';
import { count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Loaded } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { VerifiedBadges } from '../../../parts/verified-badges.js';
import { BulkActButton, LastBulkAct } from '../moderation/bulk-act.js';
import { ModerationAct } from '../moderation/moderation-act.js';
import { NODE_COLUMNS } from '../node-columns.js';
import { actOnSelected } from '../nodes/nodes-page.js';
import { ThingLink } from '../thing-link.js';

const route = getRouteApi('/signed-in/admin/publishers/$publisherId');
const CRUMBS = [{ title: t`Publishers`, to: '/admin/publishers' }];

export function PublisherPage(): ReactNode {
  const { publisherId } = route.useParams();
  const query = useQuery(getPublisherOptions({ path: { publisherId } }));
  const publisher = query.data;
  return (
    <Page
      title={publisher?.name ?? publisherId}
      crumbs={CRUMBS}
      icon={publisher && <NodeIcon of={publisher} size={72} />}
      facts={
        publisher && (
          <Group gap="xs">
            <StatusBadge status={publisher.status} />
            <VerifiedBadges publisher={publisher} />
          </Group>
        )
      }
      actions={publisher && <Actions publisher={publisher} />}
    >
      <Loaded query={query}>{(data) => <Publisher publisher={data} />}</Loaded>
    </Page>
  );
}

function Actions({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const isBanned = publisher.status === 'PublisherStatusBanned';
  return (
    <>
      {publisher.review_reason !== undefined && <ModerationAct act="approve" publisher={publisher} />}
      <ModerationAct act={isBanned ? 'unban' : 'ban'} publisher={publisher} />
    </>
  );
}

function Publisher({ publisher }: { publisher: PublisherResponse }): ReactNode {
  const { id, review_reason: review } = publisher;
  return (
    <>
      {publisher.status === 'PublisherStatusBanned' && (
        <Alert color="red" variant="light" title={t`This publisher is banned`}>
          <Text size="sm">{publisher.ban_reason || t`No reason was given.`}</Text>
          <Text size="sm">
            <Trans>
              Since <Time value={publisher.banned_at} />
            </Trans>
          </Text>
        </Alert>
      )}
      {review !== undefined && (
        <Alert color="orange" variant="light" title={t`This publisher needs a review`}>
          {review}
        </Alert>
      )}
      <Group gap="xs">
        <ButtonLink variant="default" to="/admin/reports" search={{ publisher: id }}>{t`Reports`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/admin/audit"
          search={{ kind: 'publisher', target: id }}
        >{t`Audit log`}</ButtonLink>
        <ButtonLink
          variant="default"
          to="/registry/publishers/$publisherId"
          params={{ publisherId: id }}
        >{t`In the registry`}</ButtonLink>
      </Group>
      <Facts
        facts={[
          [t`Id`, id],
          [t`Since`, <Time key="since" value={publisher.createdAt} />],
          [t`Website`, publisher.website],
          [t`Source code`, publisher.source_code_repo],
          [t`Support`, publisher.support],
          [t`Description`, publisher.description],
        ]}
      />
      <Section title={t`Activity`}>
        <Activity publisherId={id} />
      </Section>
      <Section title={t`Members`}>
        <Members publisher={publisher} />
      </Section>
      <Section title={t`Nodes`}>
        <Nodes publisherId={id} />
      </Section>
    </>
  );
}

/** How much a publisher has published, and what became of it. */
function Activity({ publisherId }: { publisherId: string }): ReactNode {
  const when = (at: string | null): ReactNode => (at === null ? t`Never` : <Time value={at} />);
  return (
    <Loaded query={useQuery(getPublisherActivityOptions({ path: { publisherId } }))}>
      {(activity) => (
        <Facts
          facts={[
            [t`Versions published`, count(activity.versions_published)],
            [t`Active`, count(activity.versions_active)],
            [t`Held`, count(activity.versions_held)],
            [t`Refused or banned`, count(activity.versions_banned)],
            [t`Reports upheld`, count(activity.reports_upheld)],
            [t`Reports dismissed`, count(activity.reports_dismissed)],
            [t`First publish`, when(activity.first_published_at)],
            [t`Last publish`, when(activity.last_published_at)],
            [t`Last use of a token`, when(activity.token_last_used_at)],
          ]}
        />
      )}
    </Loaded>
  );
}

function Members({ publisher }: { publisher: PublisherResponse }): ReactNode {
  if (publisher.members.length === 0)
    return <Text c="dimmed">{t`This publisher has no members: it was imported with a catalogue.`}</Text>;
  return (
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
        { title: t`E-mail`, text: ({ user }) => user.email },
        { title: t`Role`, cell: ({ role, invited }) => (invited ? `${role}, invited` : role) },
        {
          title: t`Actions`,
          acts: ({ role, invited, user: { id, name } }) =>
            role === 'member' &&
            !invited &&
            id !== undefined && <MakeOwner publisher={publisher} userId={id} name={name} />,
        },
      ]}
    />
  );
}

function MakeOwner({
  publisher: { id: publisherId, name: publisher },
  userId,
  name,
}: {
  publisher: PublisherResponse;
  userId: string;
  name: string;
}): ReactNode {
  return (
    <ReasonedAct
      label={t`Make owner`}
      title={t`Make ${name} the only owner of “${publisher}”?`}
      size="compact-sm"
      act={(reason) =>
        transferPublisher({ path: { publisherId }, body: { user_id: userId, reason }, throwOnError: true })
      }
      done={t`${name} owns “${publisher}”.`}
    >{t`The previous owners become members. They can publish, but not manage the publisher.`}</ReasonedAct>
  );
}

function Nodes({ publisherId }: { publisherId: string }): ReactNode {
  const path = { publisherId };
  return (
    <DataList
      caption={t`Nodes`}
      query={arrayPages(listPublisherNodesQueryKey({ path }), (page, signal) =>
        listPublisherNodes({ path, query: page, signal, throwOnError: true }),
      )}
      rowsOf={({ rows }) => rows}
      rowKey={({ id }) => id}
      columns={NODE_COLUMNS}
      acts={actOnSelected}
      beside={<BulkActButton filter={{ publisher_id: publisherId }} />}
      empty={t`No nodes yet`}
    >
      <LastBulkAct />
    </DataList>
  );
}
