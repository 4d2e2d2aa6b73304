import { t } from '@lingui/core/macro';
import { Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createPublisherNode, type CreateNodeRequest } from '@atelier/client/api';
import { createPublisherNodeForm } from '../../../api/generated/bodies/createPublisherNode.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { DeskPage } from '../desk-page.js';
import { NODE_FIELDS } from './node-fields.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/new-node');

export function NewNodePage(): ReactNode {
  const { publisherId } = route.useParams();
  return (
    <DeskPage
      publisherId={publisherId}
      title={t`Create a node`}
      text={t`A node is a package for the host application. It can be found as soon as it exists, and installed once it has a version.`}
    >
      {() => <NewNodeForm publisherId={publisherId} />}
    </DeskPage>
  );
}

function NewNodeForm({ publisherId }: { publisherId: string }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { publisherId };
  return (
    <Paper maw={720}>
      <SchemaForm<CreateNodeRequest, { data: { id: string } }>
        schema={createPublisherNodeForm}
        fields={[
          {
            path: 'id',
            description: t`The name to install it by; it cannot be changed. Letters, digits, dots, underscores and dashes.`,
            placeholder: 'my-node',
          },
          ...NODE_FIELDS,
        ]}
        codes={{ node_taken: 'id' }}
        save={(body) => createPublisherNode({ path, body, throwOnError: true })}
        label={t`Create the node`}
        onSaved={async ({ data: { id } }) => {
          await queries.invalidateQueries();
          await navigate({
            to: '/desk/publishers/$publisherId/nodes/$nodeId',
            params: { publisherId, nodeId: id },
          });
        }}
      />
    </Paper>
  );
}
