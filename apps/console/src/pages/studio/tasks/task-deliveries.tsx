import { Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getTaskQueryKey } from '../../../api/generated/@tanstack/react-query.gen.js';
import {
  type AttemptResponse,
  type DeliveryResponse,
  redeliverWebhook,
  type TaskDetailsResponse,
} from '../../../api/generated/index.js';
import { duration } from '../../../parts/numbers.js';
import { Rows } from '../../../parts/rows.js';
import { Failure } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { Section } from './section.js';

/** The webhooks of a task: what was sent, what the receiver answered, and a button to send it again. */
export function TaskDeliveries({ task: { id, deliveries } }: { task: TaskDetailsResponse }): ReactNode {
  return (
    <Section title="Webhooks">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} taskId={id} />
      ))}
    </Section>
  );
}

function Delivery({ delivery, taskId }: { delivery: DeliveryResponse; taskId: string }): ReactNode {
  const queries = useQueryClient();
  const { id, seq, status, receiver, attempts, next_attempt_at: next } = delivery;
  const redeliver = useMutation({
    mutationFn: () => redeliverWebhook({ path: { id }, throwOnError: true }),
    onSuccess: async () => {
      notifications.show({ message: `Webhook ${seq} is being sent again.` });
      await queries.invalidateQueries({ queryKey: getTaskQueryKey({ path: { id: taskId } }) });
    },
  });
  return (
    <Card padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2}>
            <Group gap="xs">
              <Text fw={600}>Webhook {seq}</Text>
              <StatusBadge status={status} />
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              To {receiver}
              {status === 'pending' && next && (
                <>
                  , next attempt <Time value={next} />
                </>
              )}
            </Text>
          </Stack>
          <Button
            variant="default"
            size="xs"
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate()}
            aria-label={`Send webhook ${seq} again`}
          >
            Send again
          </Button>
        </Group>
        {redeliver.isError && <Failure error={redeliver.error} />}
        {attempts.length === 0 ? (
          <Text size="sm">Not sent yet.</Text>
        ) : (
          <Attempts seq={seq} attempts={attempts} />
        )}
      </Stack>
    </Card>
  );
}

function Attempts({ seq, attempts }: { seq: number; attempts: readonly AttemptResponse[] }): ReactNode {
  return (
    <Rows
      caption={`Attempts of webhook ${seq}`}
      rows={attempts}
      rowKey={({ started_at: at }) => at}
      columns={[
        { title: 'Sent', cell: ({ started_at: at }) => <Time value={at} /> },
        { title: 'Took', cell: ({ duration_ms: ms }) => duration(ms) },
        { title: 'Answer', cell: ({ response_status: status, error }) => status ?? error ?? 'None' },
        {
          title: 'Text',
          cell: ({ response_text: text }) => (text ? <Code>{text.slice(0, 200)}</Code> : '–'),
        },
      ]}
    />
  );
}
