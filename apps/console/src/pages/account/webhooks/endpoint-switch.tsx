import { t } from '@lingui/core/macro';
import { Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  recoverWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpointResponse,
} from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { wellBefore } from './endpoint-recover.js';

type Act = { endpoint: WebhookEndpointResponse; onDone: () => Promise<unknown> };

export function SwitchOff({ endpoint: { id }, onDone }: Act): ReactNode {
  return (
    <ActButton
      label={t`Switch off`}
      variant="default"
      title={t`Switch this endpoint off?`}
      act={() =>
        updateWebhookEndpoint({ path: { endpointId: id }, body: { enabled: false }, throwOnError: true })
      }
      done={t`The endpoint is off.`}
      onDone={onDone}
    >{t`Pending deliveries are given up. When it is on again, what it missed can be sent.`}</ActButton>
  );
}

/** Switches an endpoint on again, and sends what it missed. */
export function SwitchOn({ endpoint, onDone }: Act): ReactNode {
  const [recovers, setRecovers] = useState(true);
  const { id, failing_since: failingSince, disabled_at: disabledAt } = endpoint;
  const path = { endpointId: id };
  return (
    <ActButton
      label={t`Switch on`}
      title={t`Switch this endpoint on?`}
      act={async () => {
        await updateWebhookEndpoint({ path, body: { enabled: true }, throwOnError: true });
        const missedSince = failingSince ?? disabledAt;
        if (!recovers || missedSince === null) return;
        const since = wellBefore(missedSince);
        await recoverWebhookEndpoint({ path, body: { since, undelivered_only: true }, throwOnError: true });
      }}
      done={t`The endpoint is on.`}
      onDone={onDone}
    >
      <Stack gap="sm">
        <Text size="sm">{t`It is called again about every change of your tasks.`}</Text>
        <Switch
          label={t`Send what it missed`}
          description={t`At most the last 30 days.`}
          checked={recovers}
          onChange={({ currentTarget }) => setRecovers(currentTarget.checked)}
        />
      </Stack>
    </ActButton>
  );
}
