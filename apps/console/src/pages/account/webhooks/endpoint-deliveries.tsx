import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listEndpointDeliveriesInfiniteOptions } from '@atelier/client/react-query';
import type { DeliveryResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { DeliveryCard } from '../../../parts/delivery-card.js';
import { PageLink } from '../../../parts/link.js';
import type { DeliveryStatus } from '../routes.js';

const STATUSES: Record<DeliveryStatus, string> = {
  pending: t`Pending`,
  delivered: t`Delivered`,
  failed: t`Failed`,
};
const CHOICES = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));
const LOOK_MIN_MS = 1_000;
const LOOK_MAX_MS = 60_000;

export function EndpointDeliveries({
  endpointId,
  search,
  recoveredAt = 0,
  reread,
}: {
  endpointId: string;
  search: { status?: DeliveryStatus | undefined };
  /** When everything was asked for again. */
  recoveredAt: number | undefined;
  reread: () => Promise<unknown>;
}): ReactNode {
  const query = { status: search.status, limit: 10 };
  return (
    <DataList
      caption={t`Deliveries`}
      query={listEndpointDeliveriesInfiniteOptions({ path: { endpointId }, query })}
      rowsOf={({ deliveries }) => deliveries}
      rowKey={({ id }) => id}
      columns={[]}
      search={search}
      filters={[{ name: 'status', label: t`Status`, choices: CHOICES }]}
      news={t`There are new deliveries.`}
      // A recovery begins a little later.
      refetchInterval={(rows) =>
        untilNextAttempt(rows) || (Date.now() < recoveredAt + LOOK_MAX_MS && LOOK_MIN_MS)
      }
      draw={(rows) =>
        rows.map((delivery) => (
          <DeliveryCard
            key={delivery.id}
            delivery={delivery}
            title={delivery.type ?? t`webhook`}
            about={<About delivery={delivery} />}
            reread={reread}
          />
        ))
      }
      empty={t`No deliveries`}
      emptyHint={<Text>{t`Nothing was sent to it yet: send a test.`}</Text>}
    />
  );
}

function About({ delivery: { task_id: id, receiver } }: { delivery: DeliveryResponse }): ReactNode {
  if (id === null) return t`To ${receiver}`;
  return (
    <Trans>
      About the task{' '}
      <PageLink to="/studio/tasks/$id" params={{ id }}>
        {id}
      </PageLink>
    </Trans>
  );
}

function untilNextAttempt(deliveries: readonly DeliveryResponse[]): number | false {
  const waits = deliveries.flatMap(({ next_attempt_at: at }) =>
    at === null ? [] : Date.parse(at) - Date.now(),
  );
  return waits.length > 0 && Math.min(Math.max(Math.min(...waits), LOOK_MIN_MS), LOOK_MAX_MS);
}
