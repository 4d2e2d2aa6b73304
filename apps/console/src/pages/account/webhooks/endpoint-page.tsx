import { t } from '@lingui/core/macro';
import { Alert, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  getWebhookEndpointOptions,
  getWebhookEndpointQueryKey,
  listEndpointDeliveriesInfiniteQueryKey,
} from '@atelier/client/react-query';
import type { WebhookEndpointResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { Page } from '../../../parts/page.js';
import { Section } from '../../../parts/section.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { EndpointActs, SwitchOn } from './endpoint-acts.js';
import { EndpointDeliveries } from './endpoint-deliveries.js';
import { EndpointState, interestsOf, SECRET, successOf } from './endpoint-words.js';

const route = getRouteApi('/signed-in/account/webhooks/$endpointId');
const CRUMBS = [
  { title: t`Account`, to: '/account' },
  { title: t`Webhooks`, to: '/account?tab=webhooks' },
];
const LOOK_EVERY_MS = 15_000;

export function EndpointPage(): ReactNode {
  const path = route.useParams();
  const query = useQuery({ ...getWebhookEndpointOptions({ path }), refetchInterval: LOOK_EVERY_MS });
  const { description, url } = query.data ?? {};
  return (
    <Page title={description || (url ? new URL(url).host : t`Webhook endpoint`)} crumbs={CRUMBS}>
      <Loaded query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</Loaded>
    </Page>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpointResponse }): ReactNode {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [recoveredAt, setRecoveredAt] = useState<number>();
  const path = { endpointId: endpoint.id };
  return (
    <>
      {secret !== undefined && <ShownOnce label={SECRET.name} text={secret} children={SECRET.hint} />}
      {!endpoint.enabled && (
        <Alert color="yellow" variant="light" title={t`This endpoint is off`}>
          <Stack gap="sm" align="flex-start">
            {t`Changes of your tasks are not sent to it, and pending deliveries were given up.`}
            <SwitchOn endpoint={endpoint} />
          </Stack>
        </Alert>
      )}
      <Facts
        facts={[
          [t`Address`, endpoint.url],
          [t`Events`, interestsOf(endpoint)],
          [t`State`, <EndpointState key="state" endpoint={endpoint} />],
          [t`Received in 24 hours`, successOf(endpoint)],
          [t`Off since`, endpoint.disabled_at && <Time value={endpoint.disabled_at} />],
          [t`Created`, <Time key="made" value={endpoint.created_at} />],
        ]}
      />
      <EndpointActs endpoint={endpoint} onRecovery={() => setRecoveredAt(Date.now())} onSecret={setSecret} />
      <Section title={t`Deliveries`}>
        <EndpointDeliveries
          endpointId={endpoint.id}
          search={route.useSearch()}
          recoveredAt={recoveredAt}
          // Not everything: the query that waits for an attempt would wait for itself.
          reread={() =>
            Promise.all(
              [getWebhookEndpointQueryKey({ path }), listEndpointDeliveriesInfiniteQueryKey({ path })].map(
                (queryKey) => queries.invalidateQueries({ queryKey }),
              ),
            )
          }
        />
      </Section>
    </>
  );
}
