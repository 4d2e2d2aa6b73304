import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Card, Group, Mark, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconClock, IconDownload, IconRosetteDiscountCheckFilled, IconStar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FoundNodeResponse, HighlightFragment, NodeHighlight } from '@atelier/client/api';
import { plainDescription } from './description.js';
import { PageLink } from './link.js';
import { NodeIcon } from './node-icon.js';
import { StatusBadge } from './status-badge.js';
import { Time } from './time.js';

const FOUND_MAX = 3;

/** Nodes side by side where there is room. */
export function NodeCards({
  nodes,
  label,
  order,
  isBusy = false,
}: {
  nodes: readonly FoundNodeResponse[];
  label: string;
  order?: 2 | 3;
  isBusy?: boolean;
}): ReactNode {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, lg: 2 }}
      spacing="sm"
      m={0}
      p={0}
      aria-label={label}
      aria-busy={isBusy}
    >
      {nodes.map((node) => (
        <NodeCard key={node.id} node={node} {...(order && { order })} />
      ))}
    </SimpleGrid>
  );
}

/** A node in a list, with what a search found in it. */
export function NodeCard({
  node,
  order = 2,
  children,
}: {
  node: FoundNodeResponse;
  order?: 2 | 3;
  children?: ReactNode;
}): ReactNode {
  const { highlights = [], latest_version: latest, publisher } = node;
  const text = (field: NodeHighlight['field'], plain: string): ReactNode => {
    const found = highlights.find((own) => own.field === field);
    return found ? <Marked fragments={found.fragments} /> : plain;
  };
  // A repository is usually named like its node.
  const saysWhy = highlights.some(({ field }) => field === 'name' || field === 'id');
  return (
    <Card component="li" padding="md">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <NodeIcon of={node} />
        <Stack gap={6} flex={1} miw={0}>
          <div>
            <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
              <Title order={order} size="h4" style={{ overflowWrap: 'anywhere' }}>
                <PageLink
                  to="/registry/nodes/$nodeId"
                  params={{ nodeId: node.id }}
                  inherit
                  underline="hover"
                  data-result
                >
                  {text('name', node.name)}
                </PageLink>
              </Title>
              {node.status !== 'NodeStatusActive' && <StatusBadge status={node.status} />}
              {latest && (
                <Badge color="gray" style={{ flexShrink: 0 }}>
                  {latest.version}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text('publisher', publisher.name)} <VerifiedSign publisher={publisher} />
              {node.author !== '' && node.author !== publisher.name && <> · {text('author', node.author)}</>}
              {node.id !== node.name && <> · {text('id', node.id)}</>}
            </Text>
          </div>
          {node.description !== '' && (
            <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {text('description', plainDescription(node.description))}
            </Text>
          )}
          <Found title={t`App nodes`} field="app_node" highlights={highlights} />
          <Found title={t`Tags`} field="tag" highlights={highlights} />
          {!saysWhy && <Found title={t`Repository`} field="repository" highlights={highlights} />}
          {children}
          <Figures node={node} />
        </Stack>
      </Group>
    </Card>
  );
}

export function Figures({
  node,
}: {
  node: Pick<FoundNodeResponse, 'downloads' | 'github_stars' | 'latest_version'>;
}): ReactNode {
  const { downloads, github_stars: stars, latest_version: latest } = node;
  return (
    <Group gap="md" fz="sm" c="dimmed">
      {downloads > 0 && (
        <Figure icon={IconDownload}>{plural(downloads, { one: '# download', other: '# downloads' })}</Figure>
      )}
      {stars > 0 && <Figure icon={IconStar}>{plural(stars, { one: '# star', other: '# stars' })}</Figure>}
      {latest && (
        <Figure icon={IconClock}>
          <Trans>
            updated <Time value={latest.createdAt} />
          </Trans>
        </Figure>
      )}
    </Group>
  );
}

function Figure({ icon: Icon, children }: { icon: typeof IconStar; children: ReactNode }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap">
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </Group>
  );
}

/** That a publisher has proved a domain or repository to be its own. */
function VerifiedSign({ publisher: { verified } }: { publisher: FoundNodeResponse['publisher'] }): ReactNode {
  if (verified.length === 0) return null;
  return (
    <IconRosetteDiscountCheckFilled
      role="img"
      aria-label={t`Verified publisher`}
      size={16}
      color="var(--mantine-primary-color-filled)"
      style={{ verticalAlign: 'text-bottom' }}
    />
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

const START = '\u{E000}';
const END = '\u{E001}';

/** Matches may lie in the link of a description, so they are marked before it is made plain. */
function Marked({ fragments }: { fragments: readonly HighlightFragment[] }): ReactNode {
  const marked = fragments.map(({ text, is_match: isMatch }) => (isMatch ? START + text + END : text));
  return plainDescription(marked.join(''))
    .split(/[\u{E000}\u{E001}]/u)
    .map((text, at) => (at % 2 === 1 ? <Mark key={at}>{text}</Mark> : text));
}
