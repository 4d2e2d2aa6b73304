import { locale } from '#language';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeResponse, NodeVersionResponse } from '@atelier/client/api';
import { BadgeLink } from '../../parts/link.js';
import { CopiedText } from '../../parts/copied-text.js';
import { count } from '../../parts/numbers.js';
import { Time } from '../../parts/time.js';
import { Facts } from '../../parts/facts.js';
import { OutsideLink } from './outside-link.js';
import { NodeRating } from './node-rating.js';

export function NodeOverview({ node }: { node: NodeResponse }): ReactNode {
  return (
    <Stack gap="xl">
      {node.description !== '' && (
        <Text maw="80ch" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {node.description}
        </Text>
      )}
      {node.tags.length > 0 && (
        <Group gap={6} role="group" aria-label={t`Tags`}>
          {node.tags.map((tag) => (
            <BadgeLink
              key={tag}
              to="/registry"
              search={{ tag }}
              color="gray"
              maw="100%"
              style={{ cursor: 'pointer' }}
            >
              {tag}
            </BadgeLink>
          ))}
        </Group>
      )}
      <Stack gap="xs" component="section" aria-labelledby="install">
        <Title order={2} size="h4" id="install">{t`Install`}</Title>
        <Installation node={node} />
      </Stack>
      <Stack gap="xs" component="section" aria-labelledby="details">
        <Title order={2} size="h4" id="details">{t`Details`}</Title>
        <Facts facts={factsOf(node)} />
      </Stack>
      <NodeRating node={node} />
      <Translations node={node} />
    </Stack>
  );
}

/** A command that downloads the latest version, or where else to find the node. */
function Installation({ node }: { node: NodeResponse }): ReactNode {
  const { latest_version: latest, repository } = node;
  if (latest?.downloadUrl)
    return (
      <>
        <Text
          size="sm"
          c="dimmed"
        >{t`This downloads the archive of the latest version, ${latest.version}.`}</Text>
        <CopiedText label={t`Install command`} text={downloadCommand(latest)} />
      </>
    );
  return (
    <Text>
      {latest
        ? t`There is no archive of version ${latest.version} here.`
        : t`There is no version to install here yet.`}
      {repository && (
        <>
          <Trans>
            {' '}
            Get the node from its repository: <OutsideLink url={repository} />
          </Trans>
        </>
      )}
    </Text>
  );
}

function downloadCommand({ node_id: id, version }: NodeVersionResponse): string {
  const path = `/nodes/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/archive?install=true`;
  return `curl -f -o '${id}-${version}.zip' '${window.location.origin}${path}'`;
}

function factsOf(node: NodeResponse): (readonly [string, ReactNode])[] {
  return [
    [t`Id`, node.id],
    [t`Author`, node.author],
    [t`Repository`, node.repository && <OutsideLink url={node.repository} />],
    [t`Stars of the repository`, node.github_stars > 0 && count(node.github_stars)],
    [t`Licence`, node.license],
    [t`Category`, node.category],
    [t`Operating systems`, node.supported_os.join(', ') || 'all'],
    [t`Accelerators`, node.supported_accelerators.join(', ') || 'all'],
    [t`Host application`, node.supported_app_version],
    [t`Frontend of the host`, node.supported_app_frontend_version],
    [t`Created`, <Time key="created" value={node.created_at} />],
    [t`Notes of the admins`, node.tags_admin.join(', ')],
    [t`For review`, node.review_reason],
  ];
}

function Translations({ node }: { node: NodeResponse }): ReactNode {
  const texts = Object.entries(node.translations);
  if (texts.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="translations">
      <Title order={2} size="h4" id="translations">{t`In other languages`}</Title>
      {texts.map(([language, { name, description }]) => (
        <div key={language} lang={language}>
          <Text fw={600}>
            {languageName(language)}
            {name && `: ${name}`}
          </Text>
          {description && (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
