import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  listEndpointDeliveriesInfiniteOptions,
  listEndpointDeliveriesQueryKey,
} from '@atelier/client/react-query';
import { type DeliveryResponse, listEndpointDeliveries } from '@atelier/client/api';
import { DeliveryCard } from '../../../parts/delivery-card.js';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Empty } from '../../../parts/states.js';
import { useNews } from '../../../parts/use-news.js';
import type { DeliveryStatus } from './delivery-statuses.js';

const PAGE_SIZE = 10;
const LOOK_MIN_MS = 1_000;
const LOOK_MAX_MS = 60_000;

export function EndpointDeliveries({
  endpointId,
  status,
  recoveredAt,
  reread,
}: {
  endpointId: string;
  status: DeliveryStatus | undefined;
  recoveredAt: number | undefined;
  reread: () => Promise<unknown>;
}): ReactNode {
  const path = { endpointId };
  const query = { status, limit: PAGE_SIZE };
  const list = useInfiniteQuery({
    ...listEndpointDeliveriesInfiniteOptions({ path, query }),
    initialPageParam: { path },
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    // New rows would appear at the top: they are announced, and shown on request.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      untilNextAttempt(data?.pages.flatMap(({ deliveries }) => deliveries) ?? []) ||
      // A recovery begins a little later.
      (recoveredAt !== undefined && dataUpdatedAt < recoveredAt + LOOK_MAX_MS && LOOK_MIN_MS),
  });
  const news = useNews({
    queryKey: [...listEndpointDeliveriesQueryKey({ path, query }), 'newest'],
    list,
    newest: async (signal) => {
      const newest = { path, query: { ...query, limit: 1 } };
      const { data } = await listEndpointDeliveries({ ...newest, signal, throwOnError: true });
      return data.deliveries[0]?.id;
    },
    shown: list.data?.pages[0]?.deliveries[0]?.id,
    what: t`There are new deliveries.`,
  });
  return (
    <Listing
      query={list}
      rowsOf={({ deliveries }) => deliveries}
      news={news}
      empty={
        <Empty title={t`No deliveries`}>
          <Text>
            {status
              ? t`There are no deliveries with this status.`
              : t`Nothing was sent to it yet: send a test.`}
          </Text>
        </Empty>
      }
    >
      {(rows) =>
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
    </Listing>
  );
}

function About({ delivery: { task_id: id, receiver } }: { delivery: DeliveryResponse }): ReactNode {
  return id === null ? (
    t`To ${receiver}`
  ) : (
    <>
      <Trans>
        About the task{' '}
        <PageLink to="/studio/tasks/$id" params={{ id }}>
          {id}
        </PageLink>
      </Trans>
    </>
  );
}

function untilNextAttempt(deliveries: readonly DeliveryResponse[]): number | false {
  const waits = deliveries.flatMap(({ next_attempt_at: at }) =>
    at === null ? [] : Date.parse(at) - Date.now(),
  );
  return waits.length > 0 && Math.min(Math.max(Math.min(...waits), LOOK_MIN_MS), LOOK_MAX_MS);
}
