import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { fieldProblems } from '../../../api/field-problems.js';
import { listUsersInfiniteQueryKey } from '@atelier/client/react-query';
import { type CreatedUserResponse, createUser } from '@atelier/client/api';
import { ButtonLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure } from '../../../parts/states.js';
import { InvitationLink } from './invitation-link.js';

const EMPTY = { name: '', email: '', isApproved: true, isAdmin: false };

/** Adds a user, and shows the person's sign-in link. */
export function NewUserPage(): ReactNode {
  const queries = useQueryClient();
  const form = useForm({ initialValues: EMPTY });
  const add = useMutation({
    mutationFn: async (body: typeof EMPTY) => (await createUser({ body, throwOnError: true })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() }),
    onError: (error) => {
      form.setErrors(fieldProblems(error, ['name', 'email']));
      if (error instanceof ApiError && error.code === 'email_taken')
        form.setFieldError('email', error.message);
    },
  });
  const again = (): void => {
    form.reset();
    add.reset();
  };
  return (
    <Page
      title={add.data ? `${add.data.name} is added` : 'Add a person'}
      text={add.data ? undefined : 'The person signs in with a link that you pass on; no mail is sent.'}
      crumbs={[{ title: 'Users', to: '/admin/users' }]}
    >
      {add.data ? (
        <Added user={add.data} again={again} />
      ) : (
        <Paper maw={560}>
          <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
            <Stack>
              <TextInput
                label="Name"
                required
                maxLength={200}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <TextInput
                label="E-mail address"
                description="Used for invitations to publishers. No mail is sent."
                type="email"
                required
                maxLength={320}
                autoComplete="off"
                {...form.getInputProps('email')}
              />
              <Checkbox
                label="May create publishers"
                {...form.getInputProps('isApproved', { type: 'checkbox' })}
              />
              <Checkbox
                label="Is an admin"
                description="Admins see and change everything, including users."
                {...form.getInputProps('isAdmin', { type: 'checkbox' })}
              />
              {add.isError && Object.keys(form.errors).length === 0 && <Failure error={add.error} />}
              <Group justify="flex-end">
                <Button type="submit" loading={add.isPending}>
                  Add the person
                </Button>
              </Group>
            </Stack>
          </form>
        </Paper>
      )}
    </Page>
  );
}

function Added({ user, again }: { user: CreatedUserResponse; again: () => void }): ReactNode {
  return (
    <Stack maw={720}>
      <InvitationLink invitation={user.invitation} />
      <Text size="sm" c="dimmed">
        If it is lost, make another one on the user’s page.
      </Text>
      <Group>
        <ButtonLink to="/admin/users/$userId" params={{ userId: user.id }}>
          Go to {user.name}
        </ButtonLink>
        <Button variant="default" onClick={again}>
          Add another person
        </Button>
      </Group>
    </Stack>
  );
}
