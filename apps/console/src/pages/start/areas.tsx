import { t } from '@lingui/core/macro';
import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Session } from '../../api/session.js';

const AREAS: readonly {
  title: string;
  text: string;
  to: string;
  isFor: (session: Session) => boolean;
}[] = [
  {
    title: t`Make something`,
    text: t`Relight a picture, make a video from one, or make music. You see the price first.`,
    to: '/studio/new',
    isFor: (session) => session.scopes.includes('media'),
  },
  {
    title: t`Find a node`,
    text: t`Search published nodes, with versions, changelogs and installation.`,
    to: '/registry',
    isFor: () => true,
  },
  {
    title: t`Publish a node`,
    text: t`Create a publisher, invite members and publish by dropping a zip.`,
    to: '/desk',
    isFor: () => true,
  },
  {
    title: t`Review submissions`,
    text: t`See what the check found in new versions; approve or reject them.`,
    to: '/admin/reviews',
    isFor: (session) => session.isAdmin,
  },
  {
    title: t`Manage people`,
    text: t`Add people with an invitation link, approve them as publishers, suspend them.`,
    to: '/admin/users',
    isFor: (session) => session.isAdmin,
  },
];

export function Areas({ session }: { session: Session }): ReactNode {
  const { routesByPath } = useRouter();
  return (
    <Stack component="section" aria-label={t`Areas`} gap="sm">
      <Title order={2} size="h4">{t`What you can do here`}</Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {AREAS.filter(({ to, isFor }) => to in routesByPath && isFor(session)).map(({ title, text, to }) => (
          <Area key={to} text={text}>
            <Anchor component={Link} to={to} fw={600}>
              {title}
            </Anchor>
          </Area>
        ))}
        <Area text={t`Tutorials, and every setting, limit and error.`}>
          <Anchor href="/guide/" fw={600}>{t`Read the guide`}</Anchor>
        </Area>
        <Area text={t`Everything here uses one REST API. Its documentation lets you try each call.`}>
          <Anchor href="/docs" fw={600}>{t`Use the API`}</Anchor>
        </Area>
      </SimpleGrid>
    </Stack>
  );
}

function Area({ text, children }: { text: string; children: ReactNode }): ReactNode {
  return (
    <Card>
      {children}
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </Card>
  );
}
