import { Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { recoverWebhookEndpoint, updateWebhookEndpoint, type WebhookEndpointResponse } from '@atelier/client';
import { ActButton } from '../../../parts/act-button.js';
import { wellBefore } from './endpoint-recover.js';

type Act = { endpoint: WebhookEndpointResponse; onDone: () => Promise<unknown> };

/** Has an endpoint hear of nothing for a while. */
export function SwitchOff({ endpoint: { id }, onDone }: Act): ReactNode {
  return (
    <ActButton
      label="Switch off"
      variant="default"
      title="Switch this endpoint off?"
      act={() =>
        updateWebhookEndpoint({ path: { endpointId: id }, body: { enabled: false }, throwOnError: true })
      }
      done="The endpoint is off."
      onDone={onDone}
    >
      What waits for it is given up. When it is on again, it can be sent what it has missed.
    </ActButton>
  );
}

/** Switches an endpoint on again, and has it hear of what it has missed. */
export function SwitchOn({ endpoint, onDone }: Act): ReactNode {
  const [recovers, setRecovers] = useState(true);
  const { id, failing_since: failingSince, disabled_at: disabledAt } = endpoint;
  const path = { endpointId: id };
  return (
    <ActButton
      label="Switch on"
      title="Switch this endpoint on?"
      act={async () => {
        await updateWebhookEndpoint({ path, body: { enabled: true }, throwOnError: true });
        const missedSince = failingSince ?? disabledAt;
        if (!recovers || missedSince === null) return;
        const since = new Date(wellBefore(missedSince)).toISOString();
        await recoverWebhookEndpoint({ path, body: { since, undelivered_only: true }, throwOnError: true });
      }}
      done="The endpoint is on."
      onDone={onDone}
    >
      <Stack gap="sm">
        <Text size="sm">It is called again at every change of your tasks.</Text>
        <Switch
          label="Send what it has missed"
          description="Of the last 30 days at most."
          checked={recovers}
          onChange={({ currentTarget }) => setRecovers(currentTarget.checked)}
        />
      </Stack>
    </ActButton>
  );
}
