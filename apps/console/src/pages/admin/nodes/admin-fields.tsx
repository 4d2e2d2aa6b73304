import { Paper, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AdminNodeRequest, type NodeResponse, updateNodeAsAdmin } from '@atelier/client/api';
import { updateNodeAsAdminForm } from '../../../api/generated/bodies/updateNodeAsAdmin.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import type { FieldOf } from '../../../parts/form/use-fields.js';

/** A ban has its own button, and shows its reason instead of the detail. */
const STATUS: readonly FieldOf<AdminNodeRequest>[] = [
  {
    path: 'status',
    isRequired: true,
    description: '',
    enum: ['NodeStatusActive', 'NodeStatusDeleted'],
    choices: { NodeStatusActive: 'Active', NodeStatusDeleted: 'Deleted' },
  },
  { path: 'status_detail', label: 'Reason of the status', description: 'Everyone sees it.' },
];
const FIELDS: readonly FieldOf<AdminNodeRequest>[] = [
  {
    path: 'search_ranking',
    label: 'Place in the search',
    description: 'Lower comes first among equally good matches; 0 for none.',
  },
  { path: 'github_stars', label: 'Stars of the repository', description: '', minimum: 0 },
  {
    path: 'tags_admin',
    label: 'Tags of admins',
    description: 'Security warnings and the like; its publisher sees them.',
  },
  {
    path: 'preempted_app_node_names',
    label: 'App nodes it is the main node for',
    description: 'Names that lead to this node first.',
  },
  {
    path: 'review_reason',
    label: 'Why it needs a review',
    description: 'Adds it to the review queue; empty removes it.',
  },
  { path: 'reason', label: 'Reason of the change', description: 'Kept in the audit log.' },
];

export function AdminFields({ node }: { node: NodeResponse }): ReactNode {
  const queries = useQueryClient();
  return (
    <Paper>
      <SchemaForm<AdminNodeRequest>
        schema={updateNodeAsAdminForm}
        fields={node.status === 'NodeStatusBanned' ? FIELDS : [...STATUS, ...FIELDS]}
        columns={2}
        initial={node}
        isEdit
        save={(body) => updateNodeAsAdmin({ path: { nodeId: node.id }, body, throwOnError: true })}
        done="The node is saved."
        onSaved={() => queries.invalidateQueries()}
      >
        <Title order={2} size="h4">
          Fields for admins
        </Title>
      </SchemaForm>
    </Paper>
  );
}
