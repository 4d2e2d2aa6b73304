import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublishersQueryKey } from '@atelier/client/react-query';
import { listPublishers, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../../parts/array-pages.js';
import { DataList } from '../../../parts/data-list.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';

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

const COLUMNS: readonly Column<PublisherResponse>[] = [
  {
    title: t`Publisher`,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <TwoLines below={name === id ? '' : id}>
        <PageLink inherit to="/admin/publishers/$publisherId" params={{ publisherId: id }}>
          {name}
        </PageLink>
      </TwoLines>
    ),
  },
  {
    title: t`Status`,
    status: ({ status }) => status,
    cell: ({ status, ban_reason: reason }) => (
      <TwoLines below={reason}>
        <StatusBadge status={status} />
      </TwoLines>
    ),
  },
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
        empty={t`No publishers yet`}
        emptyHint={<Text>{t`Publishers appear here when they are created.`}</Text>}
      />
    </Page>
  );
}

function memberNames({ members }: PublisherResponse): string {
  const accepted = members.filter(({ invited }) => invited !== true).map(({ user }) => user.name);
  const further = accepted.length - MEMBERS_NAMED;
  const named = accepted.slice(0, MEMBERS_NAMED).join(', ');
  return further > 0 ? t`${named} and ${further} more` : named;
}
