import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookEndpointResponse } from '@atelier/client/api';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { Time } from '../../../parts/time.js';

type Endpoint = WebhookEndpointResponse;

const REASONS: Record<NonNullable<Endpoint['disabled_reason']>, string> = {
  by_owner: t`you switched it off`,
  failing: t`every attempt failed for days`,
  gone: t`it answered 410 (gone)`,
};

export const SECRET = {
  name: t`signing secret`,
  hint: t`Your receiver uses it to check that calls come from here, as described by Standard Webhooks.`,
};

export function EndpointState({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { disabled_reason: reason, failing_since: failingSince } = endpoint;
  if (reason !== null)
    return (
      <Group gap="xs">
        <Badge color={reason === 'by_owner' ? 'gray' : 'red'}>{t`off`}</Badge>
        <Text size="sm">{REASONS[reason]}</Text>
      </Group>
    );
  if (failingSince === null) return <Badge color="green">{t`on`}</Badge>;
  return (
    <Group gap="xs">
      <Badge color="orange">{t`failing`}</Badge>
      <Text size="sm">
        <Trans>
          since <Time value={failingSince} />
        </Trans>
      </Text>
    </Group>
  );
}

/** `98 % of 120 attempts` */
export function successOf({ success_rate_24h: rate, attempts_24h: { received, failed } }: Endpoint): string {
  // Rounded down, so that 100 % means that every attempt was received.
  return rate === null
    ? t`nothing sent`
    : t`${Math.floor(rate * 100)} % of ${plural(received + failed, { one: '# attempt', other: '# attempts' })}`;
}

/** What the endpoint subscribes to: `Relight a picture: succeeded, failed` */
export function interestsOf({ kinds, statuses, notices }: Endpoint): string {
  const what = kinds.length === 0 ? t`All tasks` : kinds.map(titleOfKind).join(', ');
  const when = statuses.length === 0 ? t`every status` : statuses.join(', ');
  return `${what}: ${when}${notices ? t`; decisions on packages` : ''}`;
}
