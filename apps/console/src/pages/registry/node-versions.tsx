import { t } from '@lingui/core/macro';
import { Badge, Button, Card, Center, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listNodeVersionsOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { LazyMarkdown } from '../../parts/lazy-markdown.js';
import { PageLink } from '../../parts/link.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';
import { reasonInWords } from '../../parts/words.js';
import { VersionChanges } from './version-changes.js';

const SHOWN = 20;

type Compared = { from?: string | undefined; to?: string | undefined };

/** The versions of a node with their changelogs; members and admins also see hidden ones. Two can be compared. */
export function NodeVersions({
  nodeId,
  latest,
  compared,
  compare,
}: {
  nodeId: string;
  latest: string | undefined;
  compared: Compared;
  compare: (versions: Compared) => void;
}): ReactNode {
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
  const versions = query.data;
  if (versions.length === 0)
    return (
      <Empty title={t`No versions yet`}>
        <Text>{t`Its publisher has not published one that passed the checks.`}</Text>
      </Empty>
    );
  return (
    <Stack gap="md">
      {versions.length > 1 && (
        <Chosen versions={versions.map(({ version }) => version)} compared={compared} compare={compare} />
      )}
      {compared.from && compared.to && (
        <VersionChanges nodeId={nodeId} from={compared.from} to={compared.to} />
      )}
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={t`Versions`}>
        {versions.slice(0, shown).map((version) => (
          <Version key={version.id} version={version} isLatest={version.id === latest} />
        ))}
        {versions.length > shown && (
          <Center component="li">
            <Button variant="default" onClick={() => setShown(shown + SHOWN)}>{t`Show more`}</Button>
          </Center>
        )}
      </Stack>
    </Stack>
  );
}

/** The two versions to compare; at first the newest two, when asked for. */
function Chosen({
  versions,
  compared: { from, to },
  compare,
}: {
  versions: readonly string[];
  compared: Compared;
  compare: (versions: Compared) => void;
}): ReactNode {
  if (!from || !to)
    return (
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => compare({ from: versions[1], to: versions[0] })}
      >{t`Compare versions`}</Button>
    );
  const choice = {
    data: [...new Set([...versions, from, to])],
    allowDeselect: false,
    searchable: true,
    w: 140,
  };
  return (
    <Group align="flex-end" gap="sm">
      <Select
        {...choice}
        label={t`From`}
        value={from}
        onChange={(value) => compare({ from: value ?? from, to })}
      />
      <Select {...choice} label={t`To`} value={to} onChange={(value) => compare({ from, to: value ?? to })} />
      <Button variant="default" onClick={() => compare({})}>{t`Close`}</Button>
    </Group>
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
          <LazyMarkdown text={version.changelog} />
        )}
      </Stack>
    </Card>
  );
}
