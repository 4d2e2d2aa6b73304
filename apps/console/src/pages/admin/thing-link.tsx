import { Anchor, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Routes by kind, and their path parameters. */
const PAGES: Record<string, { route: string; path: (id: string) => string }> = {
  task: { route: '/studio/tasks/$id', path: (id) => `/studio/tasks/${id}` },
  queue: { route: '/admin/queues/$queue', path: (id) => `/admin/queues/${id}` },
  user: { route: '/admin/users/$userId', path: (id) => `/admin/users/${id}` },
  publisher: { route: '/admin/publishers/$publisherId', path: (id) => `/admin/publishers/${id}` },
  node_version: {
    route: '/registry/nodes/$nodeId/versions/$version',
    path: (id) => {
      const [node = '', version = ''] = id.split('@');
      return `/registry/nodes/${encodeURIComponent(node)}/versions/${encodeURIComponent(version)}`;
    },
  },
  node: { route: '/admin/nodes/$nodeId', path: (id) => `/admin/nodes/${encodeURIComponent(id)}` },
};

/** A thing's name or id, as a link if it has a page. */
export function ThingLink({ kind, id, name = id }: { kind: string; id: string; name?: string }): ReactNode {
  const { routesByPath } = useRouter();
  const page = PAGES[kind];
  const path = page && page.route in routesByPath ? page.path(id) : undefined;
  if (path === undefined)
    return (
      <Text span inherit>
        {name}
      </Text>
    );
  return (
    <Anchor component={Link} to={path} inherit style={{ overflowWrap: 'anywhere' }} title={id}>
      {name}
    </Anchor>
  );
}
