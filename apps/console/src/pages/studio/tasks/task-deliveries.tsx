import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getTaskQueryKey } from '@atelier/client/react-query';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { DeliveryCard } from '../../../parts/delivery-card.js';
import { Section } from '../../../parts/section.js';

export function TaskDeliveries({ task: { id, deliveries } }: { task: TaskDetailsResponse }): ReactNode {
  const queries = useQueryClient();
  return (
    <Section title={t`Webhooks`}>
      {deliveries.map((delivery) => (
        <DeliveryCard
          key={delivery.id}
          delivery={delivery}
          title={t`Webhook ${delivery.seq}`}
          about={t`To ${delivery.receiver}`}
          reread={() => queries.invalidateQueries({ queryKey: getTaskQueryKey({ path: { id } }) })}
        />
      ))}
    </Section>
  );
}
