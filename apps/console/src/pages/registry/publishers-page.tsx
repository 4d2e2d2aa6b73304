import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublishersQueryKey } from '@atelier/client/react-query';
import { listPublishers, type PublisherResponse } from '@atelier/client/api';
import { arrayPages } from '../../parts/array-pages.js';
import { DataList } from '../../parts/data-list.js';
import { PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import type { Column } from '../../parts/rows.js';
import { TwoLines } from '../../parts/two-lines.js';

const route = getRouteApi('/registry/publishers');
const COLUMNS: readonly Column<PublisherResponse>[] = [
  {
    title: t`Name`,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <TwoLines below={id === name ? null : id}>
        <PageLink to="/registry/publishers/$publisherId" params={{ publisherId: id }} inherit>
          {name}
        </PageLink>
      </TwoLines>
    ),
  },
  {
    title: t`Description`,
    text: ({ description }) => description,
    cell: ({ description }) => (
      <Text size="sm" lineClamp={2}>
        {description || '–'}
      </Text>
    ),
  },
  { title: t`Since`, time: ({ createdAt }) => createdAt },
];

export function PublishersPage(): ReactNode {
  const search = route.useSearch();
  const query = search.search ? { search: search.search } : {};
  return (
    <Page
      title={t`Publishers`}
      text={t`People and teams that publish nodes.`}
      crumbs={[{ title: t`Registry`, to: '/registry' }]}
    >
      <DataList
        caption={t`Publishers`}
        query={arrayPages([...listPublishersQueryKey({ query }), 'pages'], (page, signal) =>
          listPublishers({ query: { ...query, ...page }, signal, throwOnError: true }),
        )}
        rowsOf={({ rows }) => rows}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[{ name: 'search', label: t`Search publishers`, placeholder: t`Name or id` }]}
        empty={t`No publishers yet`}
        emptyHint={<Text>{t`Sign in, then create one under My publishers.`}</Text>}
      />
    </Page>
  );
}
