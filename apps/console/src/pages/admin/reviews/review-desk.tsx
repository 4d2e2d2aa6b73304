import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addReviewNote, assignReview, type ReviewResponse } from '@atelier/client/api';
import { listReviewNotesOptions } from '@atelier/client/react-query';
import { sessionOptions } from '../../../api/session.js';
import { Failure } from '../../../parts/states.js';
import { Thread } from '../../../parts/thread.js';

/** Who looks at an entry, and what admins note on it. */
export function ReviewDesk({ review, id }: { review: ReviewResponse; id: string }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const queries = useQueryClient();
  const path = { kind: review.kind, id };
  const { assignee_id: assigneeId, assignee_name: assignee } = review;
  const name = assignee ?? '';
  const isMine = assigneeId === session?.id;
  const assign = useMutation({
    mutationFn: () =>
      assignReview({
        path,
        body: { is_mine: !isMine, force: assigneeId !== null && !isMine },
        throwOnError: true,
      }),
    onSuccess: () => queries.invalidateQueries(),
  });
  useHotkeys([
    ['t', () => document.querySelector('[role="dialog"]') === null && !assign.isPending && assign.mutate()],
  ]);
  const otherTake = assigneeId === null ? t`Assign to me` : t`Take over from ${name}`;
  return (
    <>
      <Group gap="xs">
        <Button size="xs" variant="default" loading={assign.isPending} onClick={() => assign.mutate()}>
          {isMine ? t`Unassign` : otherTake}
        </Button>
        {assigneeId !== null && <Text size="sm">{isMine ? t`Assigned to you` : t`Assigned to ${name}`}</Text>}
      </Group>
      {assign.isError && <Failure error={assign.error} />}
    </>
  );
}

/** The notes on an entry, for admins only. */
export function ReviewNotes({ review, id }: { review: ReviewResponse; id: string }): ReactNode {
  const path = { kind: review.kind, id };
  const query = useQuery({
    ...listReviewNotesOptions({ path }),
    select: ({ notes }) => ({ messages: notes }),
  });
  return (
    <Thread
      label={t`Note`}
      query={query}
      authorOf={({ author_name: name }) => name ?? t`A former admin`}
      description={t`Only admins see it.`}
      send={(text) => addReviewNote({ path, body: { text }, throwOnError: true })}
    />
  );
}
