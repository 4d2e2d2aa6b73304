import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeOptions, getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeResponse, NodeVersionResponse } from '@atelier/client/api';
import { AppNodes } from '../../parts/app-nodes.js';
import { Facts } from '../../parts/facts.js';
import { LazyMarkdown } from '../../parts/lazy-markdown.js';
import { ButtonLink } from '../../parts/link.js';
import { NodeIcon } from '../../parts/node-icon.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { Loaded } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';
import { isOfCheck, reasonInWords } from '../../parts/words.js';
import { Install } from './install.js';
import { Security } from './security.js';

const route = getRouteApi('/registry/nodes/$nodeId/versions/$version');

export function VersionPage(): ReactNode {
  const { nodeId, version: number } = route.useParams();
  const { data: node } = useQuery(getNodeOptions({ path: { nodeId } }));
  const query = useQuery(getNodeVersionOptions({ path: { nodeId, versionId: number } }));
  const version = query.data;
  return (
    <Page
      title={`${node?.name ?? nodeId} ${version?.version ?? number}`}
      crumbs={[
        { title: t`Registry`, to: '/registry' },
        { title: node?.name ?? nodeId, to: `/registry/nodes/${encodeURIComponent(nodeId)}` },
      ]}
      icon={node && <NodeIcon of={node} />}
      facts={version && <Summary version={version} />}
      actions={<CompareLink node={node} version={version} />}
    >
      <Loaded query={query}>{(data) => <Version version={data} node={node} />}</Loaded>
    </Page>
  );
}

function Summary({ version }: { version: NodeVersionResponse }): ReactNode {
  return (
    <Group gap="xs">
      <StatusBadge status={version.status} />
      {version.deprecated && <Badge color="orange">{t`deprecated`}</Badge>}
      <Text c="dimmed" size="sm">
        <Trans>
          published <Time value={version.createdAt} />
        </Trans>
      </Text>
    </Group>
  );
}

/** What differs from this version in the latest one. */
function CompareLink({
  node,
  version,
}: {
  node: NodeResponse | undefined;
  version: NodeVersionResponse | undefined;
}): ReactNode {
  const latest = node?.latest_version;
  if (!latest || !version || latest.id === version.id) return null;
  return (
    <ButtonLink
      variant="default"
      to="/registry/nodes/$nodeId"
      params={{ nodeId: node.id }}
      search={{ tab: 'versions', from: version.version, to: latest.version }}
    >{t`Compare with the latest`}</ButtonLink>
  );
}

function Version({
  version,
  node,
}: {
  version: NodeVersionResponse;
  node: NodeResponse | undefined;
}): ReactNode {
  const isActive = version.status === 'NodeVersionStatusActive';
  return (
    <Stack gap="xl">
      <Note version={version} />
      {isActive && <Install node={{ latest_version: version, repository: node?.repository ?? '' }} />}
      <Section title={t`Changes`}>
        {version.changelog === '' ? (
          <Text c="dimmed">{t`This version has no changelog.`}</Text>
        ) : (
          <LazyMarkdown text={version.changelog} />
        )}
      </Section>
      <Section title={t`Requirements`}>
        <Facts
          facts={[
            [t`Operating systems`, version.supported_os.join(', ') || t`All`],
            [t`Accelerators`, version.supported_accelerators.join(', ') || t`All`],
            [t`Host application`, version.supported_app_version],
            [t`Frontend of the host`, version.supported_app_frontend_version],
            [t`Tags`, version.tags.join(', ')],
          ]}
        />
        {version.dependencies.length > 0 && (
          <>
            <Text size="sm" c="dimmed">{t`Python packages`}</Text>
            <Code block tabIndex={0} aria-label={t`Python packages`}>
              {version.dependencies.join('\n')}
            </Code>
          </>
        )}
      </Section>
      <Section title={t`App nodes`}>
        <AppNodes version={version} />
      </Section>
      <Security version={version} publisher={node?.publisher} />
    </Stack>
  );
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
