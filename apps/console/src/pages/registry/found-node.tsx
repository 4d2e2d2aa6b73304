import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { FoundNodeResponse, NodeHighlight } from '@atelier/client/api';
import { PageLink } from '../../parts/link.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Marked } from './marked.js';

const FOUND_MAX = 3;

export function FoundNode({
  node,
  isOfPublisher = false,
}: {
  node: FoundNodeResponse;
  /** On its publisher's page, which has a heading already. */
  isOfPublisher?: boolean;
}): ReactNode {
  const highlights = node.highlights ?? [];
  const text = (field: NodeHighlight['field'], plain: string): ReactNode => {
    const found = highlights.find((own) => own.field === field);
    return found ? <Marked fragments={found.fragments} /> : plain;
  };
  const { latest_version: latest, publisher } = node;
  // A repository is usually named like its node.
  const saysWhy = highlights.some(({ field }) => field === 'name' || field === 'id');
  const small = [
    node.id !== node.name && text('id', node.id),
    !isOfPublisher && text('publisher', publisher.name),
    node.author !== '' && node.author !== publisher.name && <Trans>by {text('author', node.author)}</Trans>,
    plural(node.downloads, { one: '# download', other: '# downloads' }),
    node.github_stars > 0 && plural(node.github_stars, { one: '# star', other: '# stars' }),
  ].filter((part) => part !== false);
  return (
    <Card component="li" padding="md">
      <Stack gap={6}>
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={isOfPublisher ? 3 : 2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <PageLink to="/registry/nodes/$nodeId" params={{ nodeId: node.id }} inherit data-result>
              {text('name', node.name)}
            </PageLink>
          </Title>
          <Group gap={6}>
            {node.status !== 'NodeStatusActive' && <StatusBadge status={node.status} />}
            {latest && <Badge color="gray">{latest.version}</Badge>}
          </Group>
        </Group>
        {node.description !== '' && (
          <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {text('description', node.description)}
          </Text>
        )}
        <Found title={t`App nodes`} field="app_node" highlights={highlights} />
        <Found title={t`Tags`} field="tag" highlights={highlights} />
        {!saysWhy && <Found title={t`Repository`} field="repository" highlights={highlights} />}
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {small.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' · '}
              {part}
            </Fragment>
          ))}
        </Text>
      </Stack>
    </Card>
  );
}

/** Matches in lists that the card does not show in full. */
function Found({
  title,
  field,
  highlights,
}: {
  title: string;
  field: NodeHighlight['field'];
  highlights: readonly NodeHighlight[];
}): ReactNode {
  const found = highlights.filter((own) => own.field === field).slice(0, FOUND_MAX);
  if (found.length === 0) return null;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {title}:{' '}
      {found.map(({ fragments }, at) => (
        <span key={at}>
          {at > 0 && ', '}
          <Marked fragments={fragments} />
        </span>
      ))}
    </Text>
  );
}
