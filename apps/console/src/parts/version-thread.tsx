import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addMessageMutation, listMessagesOptions } from '@atelier/client/react-query';
import { Failure, Waiting } from './states.js';
import { Time } from './time.js';

/** What the publisher of a version and its reviewers have said, and a field to say more. */
export function VersionThread({
  nodeId,
  versionId,
  order = 2,
}: {
  nodeId: string;
  versionId: string;
  order?: 2 | 3;
}): ReactNode {
  const [text, setText] = useState('');
  const path = { nodeId, versionId };
  const thread = useQuery(listMessagesOptions({ path }));
  const send = useMutation({
    ...addMessageMutation(),
    onSuccess: async () => {
      setText('');
      await thread.refetch();
    },
  });
  return (
    <Stack gap="xs">
      <Title order={order} size="h5">
        Publisher and reviewers
      </Title>
      {thread.isPending && <Waiting />}
      {thread.isError && <Failure error={thread.error} retry={() => void thread.refetch()} />}
      {thread.data?.messages.map((message) => (
        <Card key={message.id} p="sm">
          <Text size="xs" c="dimmed">
            {message.is_from_admin ? 'Reviewer' : 'Publisher'}, <Time value={message.created_at} />
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message.text}
          </Text>
        </Card>
      ))}
      <Textarea
        label="Message"
        description={
          thread.data?.appeal_until ? (
            <>
              Members of the publisher and admins can read it. The publisher can write until{' '}
              <Time value={thread.data.appeal_until} />.
            </>
          ) : (
            'Members of the publisher and admins can read it.'
          )
        }
        autosize
        maxLength={4_000}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {send.isError && <Failure error={send.error} />}
      <Group>
        <Button
          variant="default"
          disabled={text.trim() === ''}
          loading={send.isPending}
          onClick={() => send.mutate({ path, body: { text: text.trim() } })}
        >
          Send
        </Button>
      </Group>
    </Stack>
  );
}
