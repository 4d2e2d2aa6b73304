import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
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
import { Panel } from '../../../parts/panel.js';

type Props = { publisherId: string; node: NodeResponse };

export function NodeSettings(props: Props): ReactNode {
  return (
    <Stack maw={720}>
      <WaysToPublish {...props} />
      <Transfer {...props} />
      <Deletion {...props} />
    </Stack>
  );
}

function WaysToPublish({ publisherId, node }: Props): ReactNode {
  const isStrict = node.requires_trusted_publishing;
  const path = { publisherId, nodeId: node.id };
  const body = { required: !isStrict };
  return (
    <Panel
      title={t`Who may publish versions`}
      text={
        isStrict
          ? t`Only trusted workflows can publish. Tokens and the console cannot.`
          : t`People, their tokens, and trusted workflows.`
      }
      actions={
        <ActButton
          label={isStrict ? t`Let people publish again` : t`Only trusted workflows`}
          title={isStrict ? t`Let people publish “${node.name}”?` : t`Publish “${node.name}” from CI only?`}
          act={() => requireTrustedPublishing({ path, body, throwOnError: true })}
          done={isStrict ? t`People may publish it again.` : t`Only trusted workflows publish it now.`}
        >
          {isStrict
            ? t`A stolen token of the publisher could then publish it, too.`
            : t`Trust a workflow first, under “Trusted publishing” of the publisher.`}
        </ActButton>
      }
    />
  );
}

function Transfer({ publisherId, node }: Props): ReactNode {
  const navigate = useNavigate();
  const { data: memberships = [] } = useQuery(listOwnPublishersOptions());
  const heirs = memberships
    .filter(({ publisher, role, invited }) => publisher.id !== publisherId && role === 'owner' && !invited)
    .map(({ publisher }) => ({ value: publisher.id, label: publisher.name }));
  return (
    <Panel
      title={t`Give it to another publisher`}
      text={
        heirs.length === 0
          ? t`You own no other publisher. An admin can give it to any.`
          : t`The node keeps its id, versions, downloads and ratings. You have to own both publishers; an admin can give it to any.`
      }
      actions={
        heirs.length > 0 && (
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
          >
            {t`Members and tokens of ${node.publisher.name} can no longer edit it or publish its versions; those of the new publisher can.`}
          </ActButton>
        )
      }
    />
  );
}

function Deletion({ publisherId, node }: Props): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { publisherId, nodeId: node.id };
  return (
    <Panel
      title={t`Delete the node`}
      text={t`It leaves the registry with all its versions. Its id stays yours: publishing a version brings it back.`}
      actions={
        <ActButton
          isDangerous
          label={t`Delete the node`}
          title={t`Delete the node “${node.name}”?`}
          act={() => deletePublisherNode({ path, throwOnError: true })}
          done={t`The node ${node.name} is deleted.`}
          onDone={async () => {
            await navigate({ to: '/desk/publishers/$publisherId', params: { publisherId } });
            queries.removeQueries({ queryKey: getNodeQueryKey({ path: { nodeId: node.id } }) });
            await queries.invalidateQueries();
          }}
        >
          {t`It can no longer be found or installed, in any version; it has ${count(node.downloads)} downloads so far. Publishing a version under ${node.id} brings it back.`}
        </ActButton>
      }
    />
  );
}
