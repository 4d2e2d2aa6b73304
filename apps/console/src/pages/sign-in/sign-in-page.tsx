import { Button, Paper, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createSession } from '../../api/generated/sdk.gen.js';
import { sessionOptions } from '../../api/session.js';
import { Page } from '../../parts/page.js';
import { Failure } from '../../parts/states.js';

const route = getRouteApi('/sign-in');

/** Signs in by a token. */
export function SignInPage(): ReactNode {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { token: '' } });
  const signIn = useMutation({
    mutationFn: ({ token }: { token: string }) =>
      createSession({ body: { token: token.trim() }, throwOnError: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionOptions.queryKey });
      router.history.push(router.basepath + next);
    },
  });
  return (
    <Page
      title="Sign in"
      text="With a token of this service. The first start prints one; an admin can make more."
    >
      <Paper maw={480}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <Stack>
            <PasswordInput
              label="Token"
              required
              autoComplete="current-password"
              {...form.getInputProps('token')}
            />
            {signIn.isError && <Failure error={signIn.error} />}
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}
