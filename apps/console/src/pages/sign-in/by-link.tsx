import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error.js';
import { sessionOptions } from '../../api/session.js';
import { ButtonLink } from '../../parts/link.js';
import { Failure, Waiting } from '../../parts/states.js';
import { useSignIn } from './use-sign-in.js';

/** Signs in with the code of an invitation link. Asks first if already signed in. */
export function ByLink({
  code,
  next,
  otherWays,
}: {
  code: string;
  next: string;
  /** Shown when the link does not work. */
  otherWays: ReactNode;
}): ReactNode {
  const session = useQuery(sessionOptions);
  const signIn = useSignIn(next);
  const isSent = useRef(false);
  useEffect(() => {
    if (session.data !== null || isSent.current) return;
    isSent.current = true;
    signIn.mutate({ invitation: code });
  });
  const { refetch } = session;
  // Signed in meanwhile, in another tab.
  const isStale = signIn.error instanceof ApiError && signIn.error.code === 'signed_in_already';
  useEffect(() => {
    if (isStale) void refetch();
  }, [isStale, refetch]);
  if (signIn.isError && !isStale)
    return (
      <>
        <Failure error={signIn.error} />
        <Text size="sm">{t`A link signs in once. If you have a token, use it below; else ask an admin for a new link.`}</Text>
        {otherWays}
      </>
    );
  if (session.isError) return <Failure error={session.error} retry={() => void session.refetch()} />;
  if (!session.data) return <Waiting what={t`Signing you in`} />;
  return (
    <Question
      name={session.data.name}
      isPending={signIn.isPending}
      replace={() => signIn.mutate({ invitation: code, replace_session: true })}
    />
  );
}

function Question({
  name,
  isPending,
  replace,
}: {
  name: string;
  isPending: boolean;
  replace: () => void;
}): ReactNode {
  return (
    <Alert color="orange" variant="light" title={t`You are signed in as ${name}`}>
      <Stack gap="sm">
        <Text size="sm">{t`The link you opened signs in the person it was made for. Use it only if it was sent to you. You are then signed out as ${name}.`}</Text>
        <Group gap="xs">
          <ButtonLink to="/">{t`Stay signed in as ${name}`}</ButtonLink>
          <Button
            variant="default"
            loading={isPending}
            onClick={replace}
          >{t`Sign in with the link instead`}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
