import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { PageLink } from './link.js';

const TITLES: Readonly<Record<number, string>> = {
  401: t`You are signed out`,
  402: t`You do not have enough credits`,
  403: t`You may not do this`,
  404: t`Not found`,
  429: t`Too many requests`,
};

export function Waiting({ what = t`Loading` }: { what?: string }): ReactNode {
  return (
    <Center py="xl" role="status">
      <Group gap="sm">
        <Loader size="sm" />
        <Text c="dimmed">{what} …</Text>
      </Group>
    </Center>
  );
}

/** What a query has read; until then that it waits, or why it failed. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Waiting />;
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
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
        {error instanceof ApiError && error.code === 'credits_exhausted' && (
          <PageLink
            to="/account"
            search={{ tab: 'credits' }}
            size="sm"
          >{t`See your credits and limits`}</PageLink>
        )}
        {requestId && (
          <Text size="xs">
            <Trans>
              Request <Code>{requestId}</Code>
            </Trans>
          </Text>
        )}
        {retry && <Button size="xs" variant="default" onClick={retry}>{t`Try again`}</Button>}
      </Stack>
    </Alert>
  );
}

/** An error as text: what happened, what to do, and the request's id in the log of the service. */
export function explain(error: unknown): { title: string; text: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError))
    return { title: t`This page failed`, text: error instanceof Error ? error.message : String(error) };
  const { status, message, requestId } = error;
  if (status === 0)
    return { title: t`No connection`, text: t`The service could not be reached. What you entered is kept.` };
  if (error.code === 'no_answer') return { title: t`The service does not answer`, text: message, requestId };
  const title = TITLES[status] ?? (status >= 500 ? t`The service failed` : t`That was refused`);
  return { title, text: message, requestId };
}
