import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { listAdvisoriesInfiniteOptions } from '@atelier/client/react-query';
import { type AdvisoryResponse, withdrawAdvisory } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import type { Column } from '../../../parts/rows.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { ThingLink } from '../thing-link.js';

const COLUMNS: readonly Column<AdvisoryResponse>[] = [
  {
    title: t`Advisory`,
    text: ({ summary }) => summary,
    cell: ({ id, summary }) => <TwoLines below={id}>{summary}</TwoLines>,
  },
  { title: t`Severity`, text: ({ severity }) => severity },
  {
    title: t`Node`,
    text: ({ node_id: id, node_name: name = id }) => name,
    cell: ({ node_id: id, node_name: name = id }) => (
      <TwoLines below={name === id ? null : id}>
        <ThingLink kind="node" id={id} name={name} />
      </TwoLines>
    ),
  },
  { title: t`Versions`, cell: affectedInWords },
  { title: t`Published`, time: ({ published_at: at }) => at },
  { title: t`State`, cell: (advisory) => <State advisory={advisory} /> },
];

export function AdvisoriesPage(): ReactNode {
  return (
    <Page
      title={t`Advisories`}
      text={t`Public warnings of harmful or vulnerable versions. Everyone who asks for such a version sees them.`}
      actions={<ButtonLink to="/admin/advisories/new">{t`Publish an advisory`}</ButtonLink>}
    >
      <DataList
        caption={t`Advisories`}
        query={listAdvisoriesInfiniteOptions()}
        rowsOf={({ advisories }) => advisories}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        empty={t`No advisories yet`}
      />
    </Page>
  );
}

function affectedInWords({ introduced, fixed, versions }: AdvisoryResponse): string {
  const single = versions.join(', ');
  if (introduced === null && fixed === null) return single || t`All`;
  const range = rangeInWords(introduced, fixed);
  return single === '' ? range : `${range}, ${single}`;
}

function rangeInWords(introduced: string | null, fixed: string | null): string {
  if (introduced === null) return t`Below ${fixed ?? ''}`;
  return fixed === null ? t`From ${introduced}` : t`From ${introduced}, below ${fixed}`;
}

function State({
  advisory: { id, withdrawn_at: at, withdrawal_reason: reason },
}: {
  advisory: AdvisoryResponse;
}): ReactNode {
  if (at !== null)
    return (
      <TwoLines below={reason}>
        <Badge color="gray">{t`withdrawn`}</Badge>
      </TwoLines>
    );
  return (
    <ReasonedAct
      label={t`Withdraw`}
      size="xs"
      title={t`Withdraw ${id}?`}
      reason={{ isRequired: true, description: t`Everyone sees this. It cannot be published again.` }}
      act={(text) =>
        withdrawAdvisory({ path: { advisoryId: id }, body: { reason: text }, throwOnError: true })
      }
      done={t`${id} is withdrawn.`}
    />
  );
}
