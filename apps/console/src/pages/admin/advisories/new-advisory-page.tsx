import { t } from '@lingui/core/macro';
import { Paper } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type NewAdvisoryRequest, publishAdvisory } from '@atelier/client/api';
import { publishAdvisoryForm } from '../../../api/generated/bodies/publishAdvisory.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Page } from '../../../parts/page.js';

export function NewAdvisoryPage(): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page
      title={t`Publish an advisory`}
      text={t`It is public at once. Without a range and single versions it is about every version, later ones too.`}
      crumbs={[{ title: t`Advisories`, to: '/admin/advisories' }]}
    >
      <Paper maw={720}>
        <SchemaForm<NewAdvisoryRequest, { data: { id: string } }>
          schema={publishAdvisoryForm}
          fields={[
            { path: 'node_id', label: t`Id of the node` },
            'severity',
            'introduced',
            { path: 'fixed', description: t`The first one that is not affected; empty when there is none.` },
            { path: 'versions', description: t`Besides the range, or instead of one.` },
            'summary',
            'details',
            'aliases',
            'references',
          ]}
          initial={{ severity: 'high' }}
          codes={{ node_not_found: 'node_id' }}
          save={(body) => publishAdvisory({ body, throwOnError: true })}
          label={t`Publish`}
          onSaved={async ({ data: { id } }) => {
            notifications.show({ message: t`${id} is published.` });
            await queries.invalidateQueries();
            await navigate({ to: '/admin/advisories' });
          }}
        />
      </Paper>
    </Page>
  );
}
