import { t } from '@lingui/core/macro';
import { Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failure, Waiting } from './states.js';
import { Time } from './time.js';

/** Messages, oldest first, and a field to say more unless the thread is closed. */
export function Thread<Message extends { id: string; text: string; created_at: string }>({
  label = t`Message`,
  query,
  authorOf,
  description,
  send,
}: {
  label?: string;
  query: UseQueryResult<{ messages: Message[] }, unknown>;
  authorOf: (message: Message) => string;
  description: ReactNode;
  /** Absent for a closed thread. */
  send?: (text: string) => Promise<unknown>;
}): ReactNode {
  const [text, setText] = useState('');
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      setText('');
      await query.refetch();
    },
  });
  return (
    <Stack gap="xs">
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data?.messages.map((message) => (
        <Card key={message.id} p="sm">
          <Text size="xs" c="dimmed">
            {authorOf(message)}, <Time value={message.created_at} />
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message.text}
          </Text>
        </Card>
      ))}
      {send && (
        <>
          <Textarea
            label={label}
            description={description}
            autosize
            maxLength={4_000}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          {mutation.isError && <Failure error={mutation.error} />}
          <Group>
            <Button
              variant="default"
              disabled={text.trim() === ''}
              loading={mutation.isPending}
              onClick={() => mutation.mutate(text.trim())}
            >{t`Send`}</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
