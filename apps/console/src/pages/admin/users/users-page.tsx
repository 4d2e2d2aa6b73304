import { Group, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listUsersInfiniteOptions } from '@atelier/client/react-query';
import { listUsers, type UserResponse } from '@atelier/client/api';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { Rows } from '../../../parts/rows.js';
import { SearchField } from '../../../parts/search-field.js';
import { Empty } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { useNews } from '../../../parts/use-news.js';
import { UserBadges } from './user-badges.js';

const route = getRouteApi('/signed-in/admin/users');

const STATES = [
  { value: '', label: 'Everybody' },
  { value: 'waiting', label: 'Waiting for approval' },
  { value: 'approved', label: 'Approved' },
  { value: 'suspended', label: 'Suspended' },
];
const CONDITIONS = {
  waiting: { pending: true },
  approved: { pending: false },
  suspended: { suspended: true },
};

export function UsersPage(): ReactNode {
  const { search, only } = route.useSearch();
  const query = { ...(search ? { search } : {}), ...(only ? CONDITIONS[only] : {}) };
  const options = listUsersInfiniteOptions({ query });
  const list = useInfiniteQuery({
    ...options,
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
  const news = useNews({
    queryKey: [...options.queryKey, 'news'],
    list,
    shown: list.data?.pages[0]?.users[0]?.id,
    newest: async (signal) =>
      (await listUsers({ query: { ...query, limit: 1 }, signal, throwOnError: true })).data.users[0]?.id,
    what: 'There are new users.',
  });
  return (
    <Page
      title="Users"
      text="The users of the service. A person you add gets a link that signs in once."
      actions={<ButtonLink to="/admin/users/new">Add a person</ButtonLink>}
    >
      <Filters />
      <Listing
        query={list}
        rowsOf={({ users }) => users}
        news={news}
        empty={
          <Empty title={search || only ? 'No user matches' : 'No users yet'}>
            <Text>{search || only ? 'Change the search or the filter.' : 'Add a person.'}</Text>
          </Empty>
        }
      >
        {(users) => <Users users={users} />}
      </Listing>
    </Page>
  );
}

function Filters(): ReactNode {
  const { search = '', only = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (text: string): void =>
    void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true });
  return (
    <Group align="flex-end">
      <SearchField label="Search" placeholder="Name, e-mail address or id" value={search} change={change} />
      <Select
        label="Show"
        data={STATES}
        allowDeselect={false}
        value={only}
        onChange={(value) =>
          void navigate({
            search: (before) => ({
              ...before,
              only: (value || undefined) as keyof typeof CONDITIONS | undefined,
            }),
            replace: true,
          })
        }
      />
    </Group>
  );
}

function Users({ users }: { users: readonly UserResponse[] }): ReactNode {
  return (
    <Rows
      caption="Users"
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: ({ id, name, email }) => (
            <Stack gap={0}>
              <PageLink to="/admin/users/$userId" params={{ userId: id }}>
                {name}
              </PageLink>
              <Text size="sm" c="dimmed">
                {email}
              </Text>
            </Stack>
          ),
        },
        { title: 'State', cell: (user) => <UserBadges user={user} /> },
        { title: 'Made', cell: ({ createdAt }) => <Time value={createdAt} /> },
        {
          title: 'Open invitation',
          cell: ({ invitationExpiresAt: ends }) =>
            ends ? (
              <span>
                ends <Time value={ends} />
              </span>
            ) : (
              'none'
            ),
        },
      ]}
    />
  );
}
