import { plural, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublishersQueryKey } from '@atelier/client/react-query';
import {
  type BanRequest,
  banPublisher,
  type ListedPublisherResponse,
  listPublishers,
} from '@atelier/client/api';
import { banPublisherForm } from '../../../api/generated/bodies/banPublisher.js';
import { arrayPages } from '../../../parts/array-pages.js';
import { DataList } from '../../../parts/data-list.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { SelectionAct } from '../../../parts/selection-act.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { ThingLink } from '../thing-link.js';

const route = getRouteApi('/signed-in/admin/publishers');
const PAGE = 50;
const MEMBERS_NAMED = 3;
const STATUSES = { active: 'PublisherStatusActive', banned: 'PublisherStatusBanned' } as const;
const STATUS_CHOICES = [
  { value: '', label: t`All` },
  { value: 'active', label: t`Active` },
  { value: 'banned', label: t`Banned` },
];
const ALONE_CHOICES = [
  { value: '', label: t`All` },
  { value: 'orphaned', label: t`Without an active member` },
  { value: 'stale', label: t`Silent for a year` },
];

const COLUMNS: readonly Column<ListedPublisherResponse>[] = [
  {
    title: t`Publisher`,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <TwoLines below={name === id ? '' : id}>
        <ThingLink kind="publisher" id={id} name={name} />
      </TwoLines>
    ),
  },
  {
    title: t`Status`,
    status: statusOf,
    cell: (publisher) => (
      <TwoLines below={publisher.ban_reason ?? publisher.review_reason}>
        <StatusBadge status={statusOf(publisher)} />
      </TwoLines>
    ),
  },
  { title: t`Nodes`, number: ({ node_count: nodes }) => nodes },
  { title: t`Downloads`, number: ({ downloads }) => downloads },
  { title: t`Members`, text: memberNames },
  { title: t`Since`, time: ({ createdAt }) => createdAt },
];

export function PublishersPage(): ReactNode {
  const search = route.useSearch();
  const query = {
    limit: PAGE,
    ...(search.search && { search: search.search }),
    ...(search.status && { status: STATUSES[search.status] }),
    ...(search.alone && { [search.alone]: true }),
  };
  return (
    <Page
      title={t`Publishers`}
      text={t`The publishers of nodes. A ban stops a publisher's writes and hides its nodes.`}
    >
      <DataList
        caption={t`Publishers`}
        query={arrayPages(listPublishersQueryKey({ query }), (page, signal) =>
          listPublishers({ query: { ...query, ...page }, signal, throwOnError: true }),
        )}
        rowsOf={({ rows }) => rows}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          { name: 'search', label: t`Search publishers`, placeholder: t`Part of the id or name` },
          { name: 'status', label: t`Status`, choices: STATUS_CHOICES, isTabs: true },
          { name: 'alone', label: t`Activity`, choices: ALONE_CHOICES, isTabs: true },
        ]}
        acts={(selected, clear) => <BanSelected publishers={selected} onDone={clear} />}
        empty={t`No publishers yet`}
        emptyHint={<Text>{t`Publishers appear here when they are created.`}</Text>}
      />
    </Page>
  );
}

function BanSelected({
  publishers,
  onDone,
}: {
  publishers: readonly ListedPublisherResponse[];
  onDone: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const active = publishers.filter(({ status }) => status === 'PublisherStatusActive');
  const number = plural(active.length, { one: '# publisher', other: '# publishers' });
  return (
    <SelectionAct<ListedPublisherResponse, BanRequest>
      rows={active}
      nameOf={({ name }) => name}
      label={t`Ban`}
      title={t`Ban ${number}?`}
      isDangerous
      canAct={active.length > 0}
      schema={banPublisherForm}
      fields={[{ path: 'reason', description: t`Its members see this. Kept in the audit log.` }]}
      act={({ id: publisherId }, body) => banPublisher({ path: { publisherId }, body, throwOnError: true })}
      done={t`Banned: ${number}.`}
      onDone={async () => {
        await queries.invalidateQueries();
        onDone();
      }}
    >
      {t`Their nodes disappear from search and lists: ${active.map(({ name }) => name).join(', ')}.`}
    </SelectionAct>
  );
}

/** The worst that can be said of it. */
function statusOf({ status, review_reason: review }: ListedPublisherResponse): string {
  return status === 'PublisherStatusActive' && review !== undefined ? 'waiting' : status;
}

function memberNames({ members }: ListedPublisherResponse): string {
  const accepted = members.filter(({ invited }) => invited !== true).map(({ user }) => user.name);
  const further = accepted.length - MEMBERS_NAMED;
  const named = accepted.slice(0, MEMBERS_NAMED).join(', ');
  return further > 0 ? t`${named} and ${further} more` : named;
}
