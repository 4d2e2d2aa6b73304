import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listUsersInfiniteOptions } from '@atelier/client/react-query';
import type { UserResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { ButtonLink, PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { UserBadges, userState } from './user-badges.js';

const route = getRouteApi('/signed-in/admin/users');

const STATES = [
  { value: '', label: t`Everybody` },
  { value: 'waiting', label: t`Waiting for approval` },
  { value: 'approved', label: t`Approved` },
  { value: 'suspended', label: t`Suspended` },
];
const CONDITIONS = {
  waiting: { pending: true },
  approved: { pending: false },
  suspended: { suspended: true },
};
const COLUMNS: readonly Column<UserResponse>[] = [
  {
    title: t`Name`,
    text: ({ name }) => name,
    cell: ({ id, name, email }) => (
      <TwoLines below={email}>
        <PageLink inherit to="/admin/users/$userId" params={{ userId: id }}>
          {name}
        </PageLink>
      </TwoLines>
    ),
  },
  { title: t`State`, status: userState, cell: (user) => <UserBadges user={user} /> },
  { title: t`Added`, time: ({ createdAt }) => createdAt },
  { title: t`Open invitation until`, time: ({ invitationExpiresAt: ends }) => ends },
];

export function UsersPage(): ReactNode {
  const search = route.useSearch();
  const query = { search: search.search || undefined, ...(search.only && CONDITIONS[search.only]) };
  return (
    <Page
      title={t`Users`}
      text={t`The users of the service. A person you add gets a link that signs in once.`}
      actions={<ButtonLink to="/admin/users/new">{t`Add a person`}</ButtonLink>}
    >
      <DataList
        caption={t`Users`}
        query={listUsersInfiniteOptions({ query })}
        rowsOf={({ users }) => users}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          { name: 'search', label: t`Search`, placeholder: t`Name, e-mail address or id` },
          { name: 'only', label: t`Show`, choices: STATES, usual: '' },
        ]}
        news={t`There are new users.`}
        empty={t`No users yet`}
        emptyHint={<Text>{t`Add a person.`}</Text>}
      />
    </Page>
  );
}
