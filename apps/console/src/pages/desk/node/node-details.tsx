import { t } from '@lingui/core/macro';
import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type NodeResponse, savePublisherNode, type UpdateNodeRequest } from '@atelier/client/api';
import { savePublisherNodeForm } from '../../../api/generated/bodies/savePublisherNode.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { NODE_FIELDS, refuseEmptied } from './node-fields.js';
import { NodePictures } from './node-pictures.js';
import { useNodeReread } from './use-node-reread.js';

export function NodeDetails({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const reread = useNodeReread(publisherId);
  return (
    <Stack>
      <NodePictures publisherId={publisherId} node={node} />
      <Paper maw={720}>
        <SchemaForm<UpdateNodeRequest>
          schema={savePublisherNodeForm}
          fields={NODE_FIELDS}
          initial={node}
          isEdit
          check={(body) => refuseEmptied(node, body)}
          save={(body) =>
            savePublisherNode({ path: { publisherId, nodeId: node.id }, body, throwOnError: true })
          }
          done={t`The node is changed.`}
          onSaved={() => reread(node.id)}
        />
      </Paper>
    </Stack>
  );
}
