import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type AttemptResponse, type DeliveryResponse, redeliverWebhook } from '@atelier/client/api';
import { duration } from './numbers.js';
import { Rows } from './rows.js';
import { Failure } from './states.js';
import { StatusBadge } from './status-badge.js';
import { Time } from './time.js';

const LOOK_EVERY_MS = 1_000;

/** A webhook: the receiver's answer to each attempt, and a button to send it again. */
export function DeliveryCard({
  delivery: { id, status, attempts, next_attempt_at: next },
  title,
  about,
  reread,
}: {
  delivery: DeliveryResponse;
  title: string;
  /** Its receiver, or its subject. */
  about: ReactNode;
  reread: () => Promise<unknown>;
}): ReactNode {
  const [awaited, setAwaited] = useState(0);
  const redeliver = useMutation({
    mutationFn: () => redeliverWebhook({ path: { id }, throwOnError: true }),
    onSuccess: () => setAwaited(attempts.length + 1),
  });
  const isAwaited = attempts.length < awaited;
  // It is sent as soon as a worker is free.
  useQuery({
    queryKey: ['attempt of delivery', id, awaited],
    queryFn: async () => {
      await reread();
      return null;
    },
    enabled: isAwaited,
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Card padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2}>
            <Group gap="xs">
              <Text fw={600}>{title}</Text>
              <StatusBadge status={status} />
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {about}
              {status === 'pending' && <Next at={next} />}
            </Text>
          </Stack>
          <Button
            variant="default"
            size="xs"
            loading={redeliver.isPending || isAwaited}
            onClick={() => redeliver.mutate()}
            aria-label={t`Send again: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
          >{t`Send again`}</Button>
        </Group>
        {redeliver.isError && <Failure error={redeliver.error} />}
        {attempts.length === 0 ? (
          <Text size="sm">{t`Not sent yet.`}</Text>
        ) : (
          <Attempts title={title} attempts={attempts} />
        )}
      </Stack>
    </Card>
  );
}

/** Without a time it waits for an earlier webhook; a due one is sent as soon as a worker is free. */
function Next({ at }: { at: string | null }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), LOOK_EVERY_MS, { autoInvoke: true });
  if (at === null || Date.parse(at) < now) return t`, sent when its turn comes`;
  return (
    <>
      <Trans>
        , next attempt <Time value={at} />
      </Trans>
    </>
  );
}

function Attempts({ title, attempts }: { title: string; attempts: readonly AttemptResponse[] }): ReactNode {
  return (
    <Rows
      caption={t`Attempts of ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      rows={attempts}
      rowKey={({ started_at: at }) => at}
      columns={[
        { title: t`Sent`, cell: ({ started_at: at }) => <Time value={at} /> },
        { title: t`Took`, cell: ({ duration_ms: ms }) => duration(ms) },
        { title: t`Answer`, cell: (attempt) => <Answer {...attempt} /> },
        {
          title: t`Text`,
          cell: ({ response_text: text }) => (text ? <Code>{text.slice(0, 200)}</Code> : '–'),
        },
      ]}
    />
  );
}

/** The status, and what is wrong with it: `302 The redirect was not followed.` */
function Answer({ response_status: status, error }: AttemptResponse): ReactNode {
  return status === null && error === null ? t`None` : [status, error].filter(Boolean).join(' ');
}
