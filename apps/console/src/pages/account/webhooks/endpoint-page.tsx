import { t } from '@lingui/core/macro';
import { Alert, Group, Select, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  getWebhookEndpointOptions,
  getWebhookEndpointQueryKey,
  listEndpointDeliveriesInfiniteQueryKey,
} from '@atelier/client/react-query';
import { Facts } from '../../../parts/facts.js';
import { Page } from '../../../parts/page.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { EndpointActs } from './endpoint-acts.js';
import { EndpointDeliveries } from './endpoint-deliveries.js';
import { SwitchOn } from './endpoint-switch.js';
import { EndpointState, interestsOf, SECRET, successOf } from './endpoint-words.js';
import { DELIVERY_STATUSES } from './delivery-statuses.js';

const route = getRouteApi('/signed-in/account/webhooks/$endpointId');
const CRUMBS = [
  { title: t`Account`, to: '/account' },
  { title: t`Webhooks`, to: '/account?tab=webhooks' },
];
const LOOK_EVERY_MS = 15_000;

export function EndpointPage(): ReactNode {
  const { endpointId } = route.useParams();
  const path = { endpointId };
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [recoveredAt, setRecoveredAt] = useState<number>();
  const query = useQuery({ ...getWebhookEndpointOptions({ path }), refetchInterval: LOOK_EVERY_MS });
  const reread = (): Promise<unknown> =>
    Promise.all([
      queries.invalidateQueries({ queryKey: getWebhookEndpointQueryKey({ path }) }),
      queries.invalidateQueries({ queryKey: listEndpointDeliveriesInfiniteQueryKey({ path }) }),
    ]);
  if (!query.data)
    return (
      <Page title={t`Webhook endpoint`} crumbs={CRUMBS}>
        {query.isError ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Waiting />}
      </Page>
    );
  const endpoint = query.data;
  return (
    <Page title={endpoint.description || new URL(endpoint.url).host} crumbs={CRUMBS}>
      {secret !== undefined && <ShownOnce label={SECRET.name} text={secret} children={SECRET.hint} />}
      {!endpoint.enabled && (
        <Alert color="yellow" variant="light" title={t`This endpoint is off`}>
          <Stack gap="sm" align="flex-start">
            {t`Changes of your tasks are not sent to it, and pending deliveries were given up.`}
            <SwitchOn endpoint={endpoint} onDone={reread} />
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
      <EndpointActs
        endpoint={endpoint}
        onDone={reread}
        onRecovery={() => {
          setRecoveredAt(Date.now());
          return reread();
        }}
        onSecret={setSecret}
      />
      <Stack component="section" aria-labelledby="deliveries" gap="sm">
        <Group justify="space-between" align="flex-end">
          <Title order={2} size="h4" id="deliveries">{t`Deliveries`}</Title>
          <Select
            label={t`Status`}
            placeholder={t`Any status`}
            data={[...DELIVERY_STATUSES]}
            value={status ?? null}
            onChange={(value) =>
              void navigate({
                search: { status: DELIVERY_STATUSES.find((one) => one === value) },
                replace: true,
              })
            }
            clearable
            clearButtonProps={{ 'aria-label': t`Any status` }}
          />
        </Group>
        <EndpointDeliveries
          endpointId={endpointId}
          status={status}
          recoveredAt={recoveredAt}
          reread={reread}
        />
      </Stack>
    </Page>
  );
}
