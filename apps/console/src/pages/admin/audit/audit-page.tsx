import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listAuditActionsOptions, listAuditEntriesInfiniteOptions } from '@atelier/client/react-query';
import type { AuditEntryResponse, ListAuditEntriesData } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { inWords } from '../../../parts/words.js';
import { ThingLink } from '../thing-link.js';
import { UserSelect } from '../user-select.js';
import { Difference } from './difference.js';
import { TARGET_KINDS } from './routes.js';

const route = getRouteApi('/signed-in/admin/audit');

const COLUMNS: readonly Column<AuditEntryResponse>[] = [
  { title: t`What`, text: ({ action }) => actionInWords(action), cell: (entry) => <What entry={entry} /> },
  { title: t`When`, time: ({ created_at: at }) => at },
  { title: t`Who`, text: ({ actor_name: name }) => name, cell: (entry) => <Actor entry={entry} /> },
  { title: t`Why`, cell: ({ reason }) => reason || '–' },
  { title: t`What changed`, cell: ({ before, after }) => <Difference before={before} after={after} /> },
];

export function AuditPage(): ReactNode {
  const search = route.useSearch();
  const { data: known } = useQuery(listAuditActionsOptions());
  const actions = new Set([...(known?.actions ?? []), ...(search.action ? [search.action] : [])]);
  return (
    <Page
      title={t`Audit log`}
      text={t`Changes that users made to their tokens, publishers, nodes and versions, and everything that admins did. Entries are never changed or removed.`}
    >
      <DataList
        caption={t`Audit log`}
        query={listAuditEntriesInfiniteOptions({ query: queryOf(search) })}
        rowsOf={({ entries }) => entries}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          {
            name: 'actor',
            label: t`Who`,
            control: (user, change) => (
              <UserSelect label={t`Who`} placeholder={t`Anybody`} user={user} change={change} />
            ),
          },
          {
            name: 'action',
            label: t`Action`,
            choices: [...actions].sort().map((value) => ({ value, label: actionInWords(value) })),
          },
          {
            name: 'kind',
            label: t`Kind of target`,
            choices: TARGET_KINDS.map((kind) => ({ value: kind, label: inWords(kind) })),
          },
          { name: 'target', label: t`Id of the target`, placeholder: t`Any` },
          { name: 'from', label: t`From`, isDay: true },
          { name: 'to', label: t`To`, isDay: true },
        ]}
        news={t`There are new entries.`}
        empty={t`No changes yet`}
      />
    </Page>
  );
}

function What({
  entry: { action, target_kind: kind, target_id: id, target_name: name },
}: {
  entry: AuditEntryResponse;
}): ReactNode {
  return (
    <>
      <Text size="sm" fw={600}>
        {actionInWords(action)}
      </Text>
      <TwoLines below={kind === 'user' || name === id ? null : name && id}>
        <ThingLink kind={kind} id={id} name={name ?? id} />
      </TwoLines>
    </>
  );
}

/** `user.issue_token` reads `User: issue token`. */
function actionInWords(action: string): string {
  return inWords(action.replace('.', ': '));
}

/** The acting user, as a link to all acts of that user. */
function Actor({ entry: { actor_id: id, actor_name: name } }: { entry: AuditEntryResponse }): ReactNode {
  if (id === null) return <Text c="dimmed" inherit>{t`a deleted user`}</Text>;
  return (
    <PageLink
      to="/admin/audit"
      search={{ actor: id }}
      inherit
      style={{ overflowWrap: 'normal' }}
      aria-label={t`Everything that ${name ?? id} did`}
    >
      {name ?? id}
    </PageLink>
  );
}

function queryOf({
  actor,
  action,
  kind,
  target,
  from,
  to,
}: ReturnType<typeof route.useSearch>): NonNullable<ListAuditEntriesData['query']> {
  return {
    actor_id: actor,
    action,
    target_kind: kind,
    target_id: target,
    from: from && startOfDay(from, 0),
    until: to && startOfDay(to, 1),
  };
}

/** Start of a day in the reader's zone, or of a later day. */
function startOfDay(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
