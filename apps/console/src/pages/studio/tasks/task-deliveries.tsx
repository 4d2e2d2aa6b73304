import { Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getTaskOptions } from '../../../api/generated/@tanstack/react-query.gen.js';
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

const LOOK_EVERY_MS = 1_000;

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
  const { id, seq, status, receiver, attempts, next_attempt_at: next } = delivery;
  const redeliver = useMutation({
    mutationFn: () => redeliverWebhook({ path: { id }, throwOnError: true }),
    onSuccess: () => setAwaited(attempts.length + 1),
  });
  const [awaited, setAwaited] = useState(0);
  const isAwaited = attempts.length < awaited;
  // It goes out as soon as a worker takes it; its attempt is a part of the task.
  useQuery({
    ...getTaskOptions({ path: { id: taskId } }),
    enabled: isAwaited,
    refetchInterval: LOOK_EVERY_MS,
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
            loading={redeliver.isPending || isAwaited}
            onClick={() => redeliver.mutate()}
            aria-label={`Send again: webhook ${seq}`}
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
