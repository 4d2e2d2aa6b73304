import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookEndpointResponse } from '@atelier/client/api';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { counted } from '../../../parts/numbers.js';
import { Time } from '../../../parts/time.js';

type Endpoint = WebhookEndpointResponse;

const REASONS: Record<NonNullable<Endpoint['disabled_reason']>, string> = {
  by_owner: 'you switched it off',
  failing: 'every attempt failed for days',
  gone: 'it answered 410 (gone)',
};

export function EndpointState({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { disabled_reason: reason, failing_since: failingSince } = endpoint;
  if (reason !== null)
    return (
      <Group gap="xs">
        <Badge color={reason === 'by_owner' ? 'gray' : 'red'}>off</Badge>
        <Text size="sm">{REASONS[reason]}</Text>
      </Group>
    );
  if (failingSince === null) return <Badge color="green">on</Badge>;
  return (
    <Group gap="xs">
      <Badge color="orange">failing</Badge>
      <Text size="sm">
        since <Time value={failingSince} />
      </Text>
    </Group>
  );
}

/** `98 % of 120 attempts` */
export function successOf({ success_rate_24h: rate, attempts_24h: { received, failed } }: Endpoint): string {
  // Rounded down, so that 100 % means that every attempt was received.
  return rate === null
    ? 'nothing sent'
    : `${Math.floor(rate * 100)} % of ${counted(received + failed, 'attempt')}`;
}

/** What the endpoint subscribes to: `Relight a picture: succeeded, failed` */
export function interestsOf({ kinds, statuses, notices }: Endpoint): string {
  const what = kinds.length === 0 ? 'All tasks' : kinds.map(titleOfKind).join(', ');
  const when = statuses.length === 0 ? 'every status' : statuses.join(', ');
  return `${what}: ${when}${notices ? '; decisions on packages' : ''}`;
}
