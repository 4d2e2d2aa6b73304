import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type NodeResponse, transferNode, type TransferNodeRequest } from '@atelier/client/api';
import { transferNodeForm } from '../../../api/generated/bodies/transferNode.js';
import { ActButton } from '../../../parts/act-button.js';

export function TransferButton({ node }: { node: NodeResponse }): ReactNode {
  return (
    <ActButton<TransferNodeRequest>
      label={t`Transfer`}
      title={t`Give the node “${node.name}” to another publisher?`}
      schema={transferNodeForm}
      fields={[{ path: 'publisher_id', label: t`Id of the new publisher`, description: '' }, 'reason']}
      act={(body) => transferNode({ path: { nodeId: node.id }, body, throwOnError: true })}
      done={t`The node “${node.name}” has another publisher.`}
    >
      {t`The members of ${node.publisher.name} can no longer change it. It keeps its id, versions and downloads.`}
    </ActButton>
  );
}
