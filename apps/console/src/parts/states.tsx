import { Alert, Button, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { PageLink } from './link.js';

const TITLES: Readonly<Record<number, string>> = {
  401: 'You are signed out',
  402: 'You do not have enough credits',
  403: 'You may not do this',
  404: 'Not found',
  429: 'Too many requests',
};

export function Waiting({ what = 'Loading' }: { what?: string }): ReactNode {
  return (
    <Center py="xl" role="status">
      <Group gap="sm">
        <Loader size="sm" />
        <Text c="dimmed">{what} …</Text>
      </Group>
    </Center>
  );
}

/** A list without rows: the reason, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={480} ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  );
}

/** An error, with what a person can do about it. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }): ReactNode {
  const { title, text, requestId } = explain(error);
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {error instanceof ApiError && error.code === 'credits_exhausted' && (
          <PageLink to="/account" search={{ tab: 'credits' }} size="sm">
            See your credits and limits
          </PageLink>
        )}
        {requestId && (
          <Text size="xs">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** An error as text: what happened, what to do, and the request's id in the log of the service. */
export function explain(error: unknown): { title: string; text: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError))
    return { title: 'This page failed', text: error instanceof Error ? error.message : String(error) };
  const { status, message, requestId } = error;
  if (status === 0)
    return { title: 'No connection', text: 'The service could not be reached. What you entered is kept.' };
  if (error.code === 'no_answer') return { title: 'The service does not answer', text: message, requestId };
  const title = TITLES[status] ?? (status >= 500 ? 'The service failed' : 'That was refused');
  return { title, text: message, requestId };
}
