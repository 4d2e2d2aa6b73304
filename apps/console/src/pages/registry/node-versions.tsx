import { t } from '@lingui/core/macro';
import { Badge, Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listNodeVersionsOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { PageLink } from '../../parts/link.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';
import { reasonInWords } from '../../parts/words.js';
import { LazyChangelog } from './lazy-changelog.js';

const SHOWN = 20;

/** The versions of a node with their changelogs; members and admins also see hidden ones. */
export function NodeVersions({ nodeId, latest }: { nodeId: string; latest: string | undefined }): ReactNode {
  const [shown, setShown] = useState(SHOWN);
  const query = useQuery(
    listNodeVersionsOptions({
      path: { nodeId },
      query: {
        statuses: [
          'NodeVersionStatusActive',
          'NodeVersionStatusPending',
          'NodeVersionStatusFlagged',
          'NodeVersionStatusBanned',
        ],
      },
    }),
  );
  if (query.isPending) return <Waiting />;
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data.length === 0)
    return (
      <Empty title={t`No versions yet`}>
        <Text>{t`Its publisher has not published one that passed the checks.`}</Text>
      </Empty>
    );
  return (
    <Stack component="ul" gap="sm" m={0} p={0} aria-label={t`Versions`}>
      {query.data.slice(0, shown).map((version) => (
        <Version key={version.id} version={version} isLatest={version.id === latest} />
      ))}
      {query.data.length > shown && (
        <Center component="li">
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>{t`Show more`}</Button>
        </Center>
      )}
    </Stack>
  );
}

function Version({ version, isLatest }: { version: NodeVersionResponse; isLatest: boolean }): ReactNode {
  return (
    <Card component="li" padding="md">
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <PageLink
              to="/registry/nodes/$nodeId/versions/$version"
              params={{ nodeId: version.node_id, version: version.version }}
              inherit
            >
              {version.version}
            </PageLink>
          </Title>
          {isLatest && <Badge>{t`latest`}</Badge>}
          {version.status !== 'NodeVersionStatusActive' && <StatusBadge status={version.status} />}
          {version.deprecated && <Badge color="orange">{t`deprecated`}</Badge>}
          <Text size="sm" c="dimmed">
            <Time value={version.createdAt} />
          </Text>
        </Group>
        {version.status_reason !== '' && <Text size="sm">{reasonInWords(version.status_reason)}</Text>}
        {version.changelog === '' ? (
          <Text size="sm" c="dimmed">{t`This version has no changelog.`}</Text>
        ) : (
          <LazyChangelog text={version.changelog} />
        )}
      </Stack>
    </Card>
  );
}
