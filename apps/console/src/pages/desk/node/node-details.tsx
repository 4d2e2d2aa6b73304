import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type NodeResponse, savePublisherNode, type UpdateNodeRequest } from '@atelier/client/api';
import { savePublisherNodeForm } from '../../../api/generated/bodies/savePublisherNode.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Panel } from '../../../parts/panel.js';
import { NODE_FIELDS, refuseEmptied } from './node-fields.js';
import { NodePictures } from './node-pictures.js';

export function NodeDetails({ publisherId, node }: { publisherId: string; node: NodeResponse }): ReactNode {
  const path = { publisherId, nodeId: node.id };
  return (
    <Stack maw={720}>
      <NodePictures publisherId={publisherId} node={node} />
      <Panel title={t`About the node`}>
        <SchemaForm<UpdateNodeRequest>
          schema={savePublisherNodeForm}
          fields={NODE_FIELDS}
          initial={node}
          isEdit
          check={(body) => refuseEmptied(node, body)}
          save={(body) => savePublisherNode({ path, body, throwOnError: true })}
          done={t`The node is changed.`}
        />
      </Panel>
    </Stack>
  );
}
