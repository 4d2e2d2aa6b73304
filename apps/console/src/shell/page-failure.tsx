import { t } from '@lingui/core/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../parts/page.js';
import { explain, Failure } from '../parts/states.js';

export function PageFailure({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={explain(error).title}>
      <Failure error={error} retry={retry} />
    </Page>
  );
}

export function PageNotFound(): ReactNode {
  return (
    <Page title={t`Page not found`}>
      <Stack align="flex-start">
        <Text>{t`The console has no page at this address.`}</Text>
        <Button component={Link} to="/">{t`Go to the start`}</Button>
        <Anchor href="/docs">{t`API documentation`}</Anchor>
      </Stack>
    </Page>
  );
}
