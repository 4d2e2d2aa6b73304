import { t } from '@lingui/core/macro';
import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeAsAdminOptions, listLookAlikesOptions } from '@atelier/client/react-query';
import type { NodeResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { PageLink } from '../../../parts/link.js';
import { count } from '../../../parts/numbers.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';

const LIKENESSES = {
  same_letters: t`same letters`,
  one_edit: t`one letter away`,
  omitted: t`letter missing`,
  typo: t`typing error`,
  swapped_words: t`words swapped`,
  bit_flip: t`one bit away`,
  affix: t`other affix`,
  look_alike_letters: t`letters look alike`,
  copied: t`copied texts`,
} as const;

/** A node beside other publishers' nodes that it may be mistaken for. */
export function Comparison({ nodeId, order }: { nodeId: string; order: 2 | 3 }): ReactNode {
  const node = useQuery(getNodeAsAdminOptions({ path: { nodeId } }));
  const others = useQuery(listLookAlikesOptions({ path: { nodeId } }));
  const error = node.error ?? others.error;
  if (error) return <Failure error={error} />;
  if (!node.data || !others.data) return <Waiting />;
  const alike = others.data.look_alikes;
  return (
    <Stack gap="xs">
      <Title order={order} size={order === 2 ? 'h4' : 'h5'}>{t`Look-alikes`}</Title>
      {alike.length === 0 ? (
        <Text size="sm">{t`No node of another publisher looks like this one.`}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <NodeCard node={node.data} label={t`this one`} />
          {alike.map(({ node: other, likeness }) => (
            <NodeCard key={other.id} node={other} label={LIKENESSES[likeness]} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function NodeCard({ node, label }: { node: NodeResponse; label: string }): ReactNode {
  return (
    <Card component="section" aria-label={`${node.id}, ${label}`} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <PageLink
            to="/admin/nodes/$nodeId"
            params={{ nodeId: node.id }}
            ff="monospace"
            style={{ overflowWrap: 'anywhere' }}
          >
            {node.id}
          </PageLink>
          <Group gap={4} wrap="nowrap">
            <Badge variant="default">{label}</Badge>
            <StatusBadge status={node.status} />
          </Group>
        </Group>
        <Facts
          columns={1}
          facts={[
            [t`Name`, node.name],
            [
              t`Publisher`,
              <PageLink
                key="publisher"
                inherit
                to="/admin/publishers/$publisherId"
                params={{ publisherId: node.publisher.id }}
              >
                {node.publisher.name}
              </PageLink>,
            ],
            [t`Created`, <Time key="created" value={node.created_at} />],
            [t`Downloads`, count(node.downloads)],
            [t`Latest version`, node.latest_version?.version ?? t`None`],
            [t`Repository`, node.repository],
            [t`Description`, node.description && <Text lineClamp={4}>{node.description}</Text>],
          ]}
        />
      </Stack>
    </Card>
  );
}
