import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listPublishersQueryKey } from '@atelier/client/react-query';
import { listPublishers } from '@atelier/client/api';
import { arrayPages } from '../../parts/array-pages.js';
import { PageLink } from '../../parts/link.js';
import { Listing } from '../../parts/listing.js';
import { Page } from '../../parts/page.js';
import { Rows } from '../../parts/rows.js';
import { SearchField } from '../../parts/search-field.js';
import { Empty } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

const route = getRouteApi('/registry/publishers');

export function PublishersPage(): ReactNode {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (text: string): void =>
    void navigate({ search: text === '' ? {} : { search: text }, replace: true, resetScroll: false });
  const condition = search === '' ? {} : { search };
  const query = useInfiniteQuery({
    ...arrayPages([...listPublishersQueryKey({ query: condition }), 'pages'], (page, signal) =>
      listPublishers({ query: { ...condition, ...page }, signal, throwOnError: true }),
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t`Publishers`}
      text={t`People and teams that publish nodes.`}
      crumbs={[{ title: t`Registry`, to: '/registry' }]}
    >
      <SearchField label={t`Search publishers`} placeholder={t`Name or id`} value={search} change={change} />
      <Listing
        query={query}
        rowsOf={({ rows }) => rows}
        empty={
          <Empty title={search === '' ? t`No publishers yet` : t`No publisher matches`}>
            <Text>
              {search === ''
                ? t`Sign in, then create one under My publishers.`
                : t`Try the beginning of the name or of the id.`}
            </Text>
          </Empty>
        }
      >
        {(publishers) => (
          <Rows
            caption={t`Publishers`}
            rows={publishers}
            rowKey={({ id }) => id}
            columns={[
              {
                title: t`Name`,
                cell: ({ id, name }) => (
                  <PageLink to="/registry/publishers/$publisherId" params={{ publisherId: id }} inherit>
                    {name}
                  </PageLink>
                ),
              },
              { title: t`Id`, cell: ({ id }) => id },
              {
                title: t`Description`,
                cell: ({ description }) => (
                  <Text size="sm" lineClamp={2}>
                    {description || '–'}
                  </Text>
                ),
              },
              { title: t`Since`, cell: ({ createdAt }) => <Time value={createdAt} /> },
            ]}
          />
        )}
      </Listing>
    </Page>
  );
}
