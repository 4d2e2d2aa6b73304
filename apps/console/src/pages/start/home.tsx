import { t } from '@lingui/core/macro';
import { Anchor, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LimitResponse } from '@atelier/client/api';
import {
  getCreditsOptions,
  listOwnPublishersOptions,
  listPublisherNodesOptions,
} from '@atelier/client/react-query';
import type { Session } from '../../api/session.js';
import { recentTasksOptions } from '../../parts/ended-tasks.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { type MediaKind, titleOfKind } from '../../parts/media-kinds.js';
import { count } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { Failure, Waiting } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { TaskGallery } from '../../parts/task-gallery.js';

const TASKS_SHOWN = 6;
const PUBLISHERS_SHOWN = 3;
const NODES_SHOWN = 4;
const SUGGESTED: readonly { kind: MediaKind; icon: typeof IconPhoto }[] = [
  { kind: 'image-relight', icon: IconPhoto },
  { kind: 'video-start-end', icon: IconVideo },
  { kind: 'music-from-text', icon: IconMusic },
];
const TryRelight = lazy(async () => ({ default: (await import('./try-relight.js')).TryRelight }));

/** A person's own start: what runs and was made last, what to make, credits, and own nodes. */
export function Home({ session }: { session: Session }): ReactNode {
  const mayMake = session.scopes.includes('media');
  return (
    <Page
      title={t`Hello, ${session.name}`}
      actions={mayMake && <ButtonLink to="/studio/new">{t`Make something`}</ButtonLink>}
    >
      {mayMake && <Tasks />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: mayMake ? 3 : 2 }}>
        {mayMake && <Make />}
        {mayMake && <Credits />}
        <Nodes />
      </SimpleGrid>
    </Page>
  );
}

/** The newest tasks, or a picture to try for a person without tasks. */
function Tasks(): ReactNode {
  const { data, isError, error, refetch } = useQuery(recentTasksOptions());
  if (isError) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return null;
  if (data.tasks.length === 0)
    return (
      <Suspense fallback={<Waiting />}>
        <TryRelight />
      </Suspense>
    );
  return (
    <Section title={t`Your newest tasks`}>
      <TaskGallery tasks={data.tasks.slice(0, TASKS_SHOWN)} />
      <PageLink to="/studio/tasks" size="sm">{t`All tasks`}</PageLink>
    </Section>
  );
}

function Make(): ReactNode {
  return (
    <Panel title={t`Make`}>
      {SUGGESTED.map(({ kind, icon: Icon }) => (
        <ButtonLink
          key={kind}
          to="/studio/new/$kind"
          params={{ kind }}
          variant="light"
          justify="flex-start"
          leftSection={<Icon size={16} aria-hidden />}
        >
          {titleOfKind(kind)}
        </ButtonLink>
      ))}
      <PageLink to="/studio/new" size="sm">{t`Everything you can make`}</PageLink>
    </Panel>
  );
}

function Credits(): ReactNode {
  const { data, isError, error, refetch } = useQuery({ ...getCreditsOptions(), refetchOnMount: 'always' });
  const hasGrants = data && (data.prepaid || data.granted > 0);
  return (
    <Panel title={t`Credits`}>
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={28} w={160} />}
      {data && (
        <Text>
          <Text span size="xl" fw={600}>
            {count(hasGrants ? data.available : data.spent_on_tasks)}
          </Text>{' '}
          {hasGrants ? t`available` : t`spent on tasks`}
        </Text>
      )}
      {data?.limits.map((limit) => (
        <Text key={`${limit.token_id} ${limit.period}`} size="sm">
          {limitInWords(limit)}
        </Text>
      ))}
      <PageLink to="/account" search={{ tab: 'credits' }} size="sm">{t`Statement`}</PageLink>
    </Panel>
  );
}

function limitInWords({ period, left, allowed }: LimitResponse): string {
  const rest = t`${count(left)} of ${count(allowed)} left`;
  if (period === 'day') return t`${rest} today`;
  return period === 'month' ? t`${rest} this month` : rest;
}

function Nodes(): ReactNode {
  const { data: publishers } = useQuery(listOwnPublishersOptions());
  const own = publishers?.filter(({ invited }) => !invited).slice(0, PUBLISHERS_SHOWN) ?? [];
  const nodes = useQueries({
    queries: own.map(({ publisher: { id: publisherId } }) =>
      listPublisherNodesOptions({ path: { publisherId }, query: { limit: NODES_SHOWN } }),
    ),
    combine: (lists) =>
      lists.flatMap(({ data }, index) =>
        (data ?? []).map((node) => ({ node, publisherId: own[index]?.publisher.id ?? '' })),
      ),
  });
  const invitations = publishers?.some(({ invited }) => invited);
  return (
    <Panel title={t`Your nodes`}>
      {nodes.slice(0, NODES_SHOWN).map(({ node: { id, name, status }, publisherId }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Anchor
            component={Link}
            to={`/desk/publishers/${publisherId}/nodes/${id}`}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Anchor>
          <StatusBadge status={status} />
        </Group>
      ))}
      {publishers && nodes.length === 0 && (
        <Text size="sm" c="dimmed">{t`Publish a node by dropping its zip.`}</Text>
      )}
      <PageLink to="/desk" size="sm">
        {invitations ? t`You have an invitation` : t`Your publishers`}
      </PageLink>
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="xs">
        <Text component="h2" m={0} fw={600}>
          {title}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}
