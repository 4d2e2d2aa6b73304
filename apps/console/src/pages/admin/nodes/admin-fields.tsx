import { t } from '@lingui/core/macro';
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
    choices: { NodeStatusActive: t`Active`, NodeStatusDeleted: t`Deleted` },
  },
  { path: 'status_detail', label: t`Reason of the status`, description: t`Everyone sees it.` },
];
const FIELDS: readonly FieldOf<AdminNodeRequest>[] = [
  {
    path: 'search_ranking',
    label: t`Place in the search`,
    description: t`Among equally good matches, lower numbers come first. 0 means no rank.`,
  },
  { path: 'github_stars', label: t`Stars of the repository`, description: '', minimum: 0 },
  {
    path: 'tags_admin',
    label: t`Tags of admins`,
    description: t`Security warnings and the like; its publisher sees them.`,
  },
  {
    path: 'preempted_app_node_names',
    label: t`App nodes it is the main node for`,
    description: t`Names that lead to this node first.`,
  },
  {
    path: 'review_reason',
    label: t`Why it needs a review`,
    description: t`Adds it to the review queue. Empty the field to remove it from there.`,
  },
  { path: 'reason', label: t`Reason of the change`, description: t`Kept in the audit log.` },
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
        done={t`The node is saved.`}
        onSaved={() => queries.invalidateQueries()}
      >
        <Title order={2} size="h4">{t`Fields for admins`}</Title>
      </SchemaForm>
    </Paper>
  );
}
