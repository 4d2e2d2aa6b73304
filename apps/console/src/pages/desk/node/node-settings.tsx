import { t } from '@lingui/core/macro';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeQueryKey, listOwnPublishersOptions } from '@atelier/client/react-query';
import {
  deletePublisherNode,
  type NodeResponse,
  requireTrustedPublishing,
  transferNode,
  type TransferNodeRequest,
} from '@atelier/client/api';
import { transferNodeForm } from '../../../api/generated/bodies/transferNode.js';
import { ActButton } from '../../../parts/act-button.js';
import { choicesOf } from '../../../parts/form/field.js';
import { count } from '../../../parts/numbers.js';
import { useNodeReread } from './use-node-reread.js';

export function NodeSettings({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  return (
    <Stack maw={720}>
      <WaysToPublish publisherId={publisherId} node={node} />
      <Transfer publisherId={publisherId} node={node} />
      <Deletion publisherId={publisherId} node={node} />
    </Stack>
  );
}

function WaysToPublish({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const reread = useNodeReread(publisherId);
  const isStrict = node.requires_trusted_publishing;
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">{t`Who may publish versions`}</Title>
        <Text size="sm">
          {isStrict
            ? t`Only trusted workflows can publish. Tokens and the console cannot.`
            : t`People, their tokens, and trusted workflows.`}
        </Text>
        <ActButton
          label={isStrict ? t`Let people publish again` : t`Only trusted workflows`}
          title={isStrict ? t`Let people publish “${node.name}”?` : t`Publish “${node.name}” from CI only?`}
          act={() =>
            requireTrustedPublishing({
              path: { publisherId, nodeId: node.id },
              body: { required: !isStrict },
              throwOnError: true,
            })
          }
          done={isStrict ? t`People may publish it again.` : t`Only trusted workflows publish it now.`}
          onDone={() => reread(node.id)}
        >
          {isStrict
            ? t`A stolen token of the publisher could then publish it, too.`
            : t`Trust a workflow first, under “Trusted publishing” of the publisher.`}
        </ActButton>
      </Stack>
    </Paper>
  );
}

function Transfer({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const navigate = useNavigate();
  const reread = useNodeReread(publisherId);
  const { data: memberships = [] } = useQuery(listOwnPublishersOptions());
  const heirs = memberships
    .filter(({ publisher, role, invited }) => publisher.id !== publisherId && role === 'owner' && !invited)
    .map(({ publisher }) => ({ value: publisher.id, label: publisher.name }));
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">{t`Give it to another publisher`}</Title>
        <Text size="sm">{t`The node keeps its id, versions, downloads and ratings. You have to own both publishers; an admin can give it to any.`}</Text>
        {heirs.length === 0 ? (
          <Text size="sm" c="dimmed">{t`You own no other publisher.`}</Text>
        ) : (
          <ActButton<TransferNodeRequest>
            isDangerous
            label={t`Transfer the node`}
            title={t`Transfer “${node.name}”?`}
            schema={transferNodeForm}
            fields={[
              { path: 'publisher_id', label: t`New publisher`, description: '', ...choicesOf(heirs) },
              'reason',
            ]}
            act={async (body) => {
              await transferNode({ path: { nodeId: node.id }, body, throwOnError: true });
              await navigate({
                to: '/desk/publishers/$publisherId/nodes/$nodeId',
                params: { publisherId: body.publisher_id, nodeId: node.id },
              });
            }}
            done={t`${node.name} has another publisher.`}
            onDone={() => reread(node.id)}
          >
            {t`Members and tokens of ${node.publisher.name} can no longer edit it or publish its versions; those of the new publisher can.`}
          </ActButton>
        )}
      </Stack>
    </Paper>
  );
}

function Deletion({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const reread = useNodeReread(publisherId);
  return (
    <Paper>
      <Stack align="flex-start">
        <Title order={2} size="h4">{t`Delete the node`}</Title>
        <Text size="sm">{t`It leaves the registry with all its versions. Its id stays yours: publishing a version brings it back.`}</Text>
        <ActButton
          isDangerous
          label={t`Delete the node`}
          title={t`Delete the node “${node.name}”?`}
          act={() => deletePublisherNode({ path: { publisherId, nodeId: node.id }, throwOnError: true })}
          done={t`The node ${node.name} is deleted.`}
          onDone={async () => {
            await navigate({ to: '/desk/publishers/$publisherId', params: { publisherId } });
            queries.removeQueries({ queryKey: getNodeQueryKey({ path: { nodeId: node.id } }) });
            await reread(node.id);
          }}
        >
          {t`It can no longer be found or installed, in any version; it has ${count(node.downloads)} downloads so far. Publishing a version under ${node.id} brings it back.`}
        </ActButton>
      </Stack>
    </Paper>
  );
}
