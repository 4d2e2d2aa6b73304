import { t } from '@lingui/core/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listUsersInfiniteQueryKey } from '@atelier/client/react-query';
import { type CreatedUserResponse, createUser, type CreateUserRequest } from '@atelier/client/api';
import { createUserForm } from '../../../api/generated/bodies/createUser.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { InvitationLink } from './invitation-link.js';

/** Adds a user, and shows the person's sign-in link. */
export function NewUserPage(): ReactNode {
  const queries = useQueryClient();
  const [user, setUser] = useState<CreatedUserResponse>();
  return (
    <Page
      title={user ? t`${user.name} is added` : t`Add a person`}
      text={user ? undefined : t`The person signs in with a link that you pass on; no mail is sent.`}
      crumbs={[{ title: t`Users`, to: '/admin/users' }]}
    >
      {user ? (
        <Added user={user} again={() => setUser(undefined)} />
      ) : (
        <Paper maw={560}>
          <SchemaForm<CreateUserRequest, { data: CreatedUserResponse }>
            schema={createUserForm}
            fields={[
              'name',
              { path: 'email', label: t`E-mail address` },
              { path: 'isApproved', label: t`May create publishers`, description: '' },
              {
                path: 'isAdmin',
                label: t`Is an admin`,
                description: t`Admins see and change everything, including users.`,
              },
            ]}
            codes={{ email_taken: 'email' }}
            save={(body) => createUser({ body, throwOnError: true })}
            label={t`Add the person`}
            onSaved={async ({ data }) => {
              setUser(data);
              await queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() });
            }}
          />
        </Paper>
      )}
    </Page>
  );
}

function Added({ user, again }: { user: CreatedUserResponse; again: () => void }): ReactNode {
  return (
    <Stack maw={720}>
      <InvitationLink invitation={user.invitation} />
      <Text size="sm" c="dimmed">{t`If it is lost, make another one on the user’s page.`}</Text>
      <Group>
        <ButtonLink
          to="/admin/users/$userId"
          params={{ userId: user.id }}
        >{t`Go to ${user.name}`}</ButtonLink>
        <Button variant="default" onClick={again}>{t`Add another person`}</Button>
      </Group>
    </Stack>
  );
}
