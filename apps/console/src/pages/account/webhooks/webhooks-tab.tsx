import { t } from '@lingui/core/macro';
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallbackSecret } from './callback-secret.js';
import { EndpointList } from './endpoint-list.js';

export function WebhooksTab(): ReactNode {
  return (
    <Stack gap="xl">
      <Stack component="section" aria-labelledby="standing-endpoints">
        <Title order={2} size="h4" id="standing-endpoints">{t`Standing endpoints`}</Title>
        <EndpointList />
      </Stack>
      <Stack component="section" aria-labelledby="callback-addresses">
        <Title order={2} size="h4" id="callback-addresses">{t`Callback addresses`}</Title>
        <Text
          size="sm"
          c="dimmed"
          maw="70ch"
        >{t`What the service sends to the callback address of a single task is signed with this secret, as described by Standard Webhooks. Verify the signature before you trust a call.`}</Text>
        <CallbackSecret />
      </Stack>
    </Stack>
  );
}
