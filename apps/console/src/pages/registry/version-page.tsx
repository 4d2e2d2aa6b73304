import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { Page } from '../../parts/page.js';
import { Failure, Waiting } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';
import { Advisories } from './advisories.js';
import { AppNodes } from './app-nodes.js';
import { Facts } from '../../parts/facts.js';
import { isOfCheck, reasonInWords } from '../../parts/words.js';
import { LazyChangelog } from './lazy-changelog.js';
import { OutsideLink } from './outside-link.js';

const route = getRouteApi('/registry/nodes/$nodeId/versions/$version');

export function VersionPage(): ReactNode {
  const { nodeId, version } = route.useParams();
  const query = useQuery(getNodeVersionOptions({ path: { nodeId, versionId: version } }));
  const archive =
    query.data?.downloadUrl &&
    `/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}/archive`;
  return (
    <Page
      title={`${query.data?.node_id ?? nodeId} ${query.data?.version ?? version}`}
      crumbs={[
        { title: t`Registry`, to: '/registry' },
        { title: nodeId, to: `/registry/nodes/${encodeURIComponent(nodeId)}` },
      ]}
      actions={
        archive && (
          <Button component="a" href={archive} download variant="default">{t`Download archive`}</Button>
        )
      }
    >
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && <Version version={query.data} />}
    </Page>
  );
}

function Version({ version }: { version: NodeVersionResponse }): ReactNode {
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Group gap="xs">
          <StatusBadge status={version.status} />
          {version.deprecated && <Badge color="orange">{t`deprecated`}</Badge>}
          <Text c="dimmed">
            <Trans>
              published <Time value={version.createdAt} />
            </Trans>
          </Text>
        </Group>
        <Note version={version} />
        <Advisories version={version} />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="changes">
        <Title order={2} size="h4" id="changes">{t`Changes`}</Title>
        {version.changelog === '' ? (
          <Text c="dimmed">{t`This version has no changelog.`}</Text>
        ) : (
          <LazyChangelog text={version.changelog} />
        )}
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="details">
        <Title order={2} size="h4" id="details">{t`Details`}</Title>
        <Facts
          facts={[
            [t`Operating systems`, version.supported_os.join(', ') || 'all'],
            [t`Accelerators`, version.supported_accelerators.join(', ') || 'all'],
            [t`Host application`, version.supported_app_version],
            [t`Frontend of the host`, version.supported_app_frontend_version],
            [t`Tags`, version.tags.join(', ')],
            [t`SHA-256 of the archive`, version.sha256 && <Code>{version.sha256}</Code>],
            ...provenanceOf(version),
          ]}
        />
        {version.dependencies.length > 0 && (
          <>
            <Text size="sm" c="dimmed">{t`Python packages that it needs`}</Text>
            <Code block tabIndex={0} aria-label={t`Python packages that it needs`}>
              {version.dependencies.join('\n')}
            </Code>
          </>
        )}
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="app-nodes">
        <Title order={2} size="h4" id="app-nodes">{t`App nodes`}</Title>
        <AppNodes version={version} />
      </Stack>
    </Stack>
  );
}

/** Which commit and run a version comes from that trusted publishing published. */
function provenanceOf({ provenance: from }: NodeVersionResponse): [name: string, value: ReactNode][] {
  if (!from) return [];
  return [
    [t`Published from`, <OutsideLink key="repository" url={from.repository} />],
    [t`Commit`, <OutsideLink key="commit" url={from.commit_url} />],
    [t`Workflow`, t`${from.workflow} at ${from.ref}`],
    [t`Run`, <OutsideLink key="run" url={from.run_url} />],
  ];
}

function Note({ version }: { version: NodeVersionResponse }): ReactNode {
  if (version.status !== 'NodeVersionStatusActive')
    return (
      <Alert color="orange" variant="light" title={t`This version cannot be installed`}>
        {reasonInWords(version.status_reason) || WHY[version.status] || t`No reason was given.`}
      </Alert>
    );
  if (version.deprecated)
    return (
      <Alert
        color="orange"
        variant="light"
        title={t`Its publisher advises against this version`}
      >{t`Use the latest one, unless you need exactly this one.`}</Alert>
    );
  if (version.status_reason === '') return null;
  return (
    <Alert variant="light" {...(isOfCheck(version.status_reason) ? { color: 'orange' } : {})}>
      {reasonInWords(version.status_reason)}
    </Alert>
  );
}

const WHY: Partial<Record<NodeVersionResponse['status'], string>> = {
  NodeVersionStatusPending: t`It is waiting for its archive, or for the check.`,
};
