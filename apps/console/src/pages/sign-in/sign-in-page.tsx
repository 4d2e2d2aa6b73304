import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Container, Divider, Paper, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { getSignInMethodsOptions } from '@atelier/client/react-query';
import { sessionOptions } from '../../api/session.js';
import { PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Failure } from '../../parts/states.js';
import { ByLink } from './by-link.js';
import { useSignIn } from './use-sign-in.js';

const route = getRouteApi('/sign-in');

const PROBLEMS = {
  refused: t`The sign-in was refused there, or it took too long. Try again.`,
  suspended: t`Your user is suspended. Ask an admin of this service.`,
  unavailable: t`The sign-in service could not be reached. Try again in a moment, or use a token.`,
} as const;

/** Signs in with the code of a link, at an issuer, or with a token. */
export function SignInPage(): ReactNode {
  const { next = '/?signed_in=true', problem } = route.useSearch();
  const code = useCodeOfLink();
  const otherWays = (
    <>
      <AtIssuer next={next} />
      <ByToken next={next} />
    </>
  );
  return (
    <Container size={440} px={0} pt={{ base: 0, sm: 'xl' }}>
      <Page title={t`Sign in`} text={t`With a token, or with the link that an admin has sent you.`}>
        {problem && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            title={t`You are not signed in`}
            children={PROBLEMS[problem]}
          />
        )}
        {code === null ? (
          <>
            <SignedInAlready />
            {otherWays}
          </>
        ) : (
          <ByLink key={code} code={code} next={next} otherWays={otherWays} />
        )}
      </Page>
    </Container>
  );
}

function SignedInAlready(): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  if (!session) return null;
  return (
    <Alert variant="light" title={t`You are signed in as ${session.name}`}>
      <Trans>
        <PageLink to="/">Go to the start page</PageLink>, or sign in as another user below.
      </Trans>
    </Alert>
  );
}

function AtIssuer({ next }: { next: string }): ReactNode {
  const { data } = useQuery(getSignInMethodsOptions());
  if (!data?.issuer) return null;
  return (
    <>
      <Button
        component="a"
        href={`/session/oidc?${new URLSearchParams({ return_to: `/console${next}` }).toString()}`}
      >{t`Sign in with ${data.issuer}`}</Button>
      <Divider label={t`or`} />
    </>
  );
}

function ByToken({ next }: { next: string }): ReactNode {
  const signIn = useSignIn(next);
  const form = useForm({ initialValues: { token: '' } });
  return (
    <Paper>
      <form onSubmit={form.onSubmit(({ token }) => signIn.mutate({ token: token.trim() }))}>
        <Stack>
          <PasswordInput
            label={t`Token`}
            description={t`If you have neither, ask an admin. The first start of the service prints both.`}
            required
            autoComplete="current-password"
            {...form.getInputProps('token')}
          />
          {signIn.isError && <Failure error={signIn.error} />}
          <Button type="submit" loading={signIn.isPending}>{t`Sign in`}</Button>
        </Stack>
      </form>
    </Paper>
  );
}

/** The code after the # of a link, which is removed from the address; null when there is none. */
function useCodeOfLink(): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = route.useNavigate();
  const [taken, setTaken] = useState<string | null>(null);
  const found = new URLSearchParams(hash).get('code');
  if (found !== null && found !== taken) setTaken(found);
  useEffect(() => {
    if (found !== null) void navigate({ search: (before) => before, hash: '', replace: true });
  }, [found, navigate]);
  return found ?? taken;
}
