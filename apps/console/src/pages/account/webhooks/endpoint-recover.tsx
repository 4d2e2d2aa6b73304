import { t } from '@lingui/core/macro';
import { Stack, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { recoverWebhookEndpoint, type WebhookEndpointResponse } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';

const DAY_MS = 86_400_000;
/** As far back as the service allows, less a while for filling in the form. */
const LONGEST_MS = 30 * DAY_MS - DAY_MS / 24;

/** Sends an endpoint everything since a given time again. */
export function Recover({
  endpoint: { id, failing_since: failingSince },
  onDone,
}: {
  endpoint: WebhookEndpointResponse;
  onDone: () => Promise<unknown>;
}): ReactNode {
  const [since, setSince] = useState(() => inputTime(wellBefore(failingSince ?? new Date().toISOString())));
  const [isMissedOnly, setMissedOnly] = useState(true);
  return (
    <ActButton
      label={t`Recover`}
      variant="default"
      title={t`Send everything since a time again?`}
      confirm={t`Send it`}
      canAct={since !== ''}
      act={() =>
        recoverWebhookEndpoint({
          path: { endpointId: id },
          body: { since: new Date(since).toISOString(), undelivered_only: isMissedOnly },
          throwOnError: true,
        })
      }
      done={t`It is being sent, in order per task.`}
      onDone={onDone}
    >
      <Stack gap="sm">
        <Text size="sm">{t`Changes of your tasks since then are sent, including those while the endpoint was off. What was sent before keeps its webhook-id, so that your receiver can skip what it knows.`}</Text>
        <Since value={since} change={setSince} />
        <Switch
          label={t`Only what was not received`}
          checked={isMissedOnly}
          onChange={({ currentTarget }) => setMissedOnly(currentTarget.checked)}
        />
      </Stack>
    </ActButton>
  );
}

function Since({ value, change }: { value: string; change: (since: string) => void }): ReactNode {
  const [openedAt] = useState(Date.now);
  return (
    <TextInput
      type="datetime-local"
      label={t`Since`}
      description={t`At most 30 days ago.`}
      required
      value={value}
      min={inputTime(openedAt - LONGEST_MS)}
      max={inputTime(openedAt)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/**
 * A day before the given time, as far back as the service allows: the first missed event is older than the last
 * attempt at it. What was received since then is left out.
 */
export function wellBefore(time: string): number {
  return Math.max(Date.parse(time) - DAY_MS, Date.now() - LONGEST_MS);
}

/** A time in the format of `datetime-local`: to the minute, in the reader's zone. */
function inputTime(time: number): string {
  const zoneMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - zoneMs).toISOString().slice(0, 16);
}
