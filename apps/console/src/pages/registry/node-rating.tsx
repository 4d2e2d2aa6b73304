import { t } from '@lingui/core/macro';
import { Group, Rating, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeQueryKey } from '@atelier/client/react-query';
import { type NodeResponse, reviewNode } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { Failure } from '../../parts/states.js';

/** What one to five stars mean. */
const WORDS = [t`Poor`, t`Fair`, t`Good`, t`Very good`, t`Excellent`];
const inWords = (stars: number): string => WORDS[stars - 1] ?? t`No rating`;

/** Lets a signed-in person rate another publisher's node; a later rating replaces the first. */
export function NodeRating({ node }: { node: NodeResponse }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const queries = useQueryClient();
  const rate = useMutation({
    mutationFn: async (star: number) => {
      const { data } = await reviewNode({ path: { nodeId: node.id }, query: { star }, throwOnError: true });
      return data;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: getNodeQueryKey({ path: { nodeId: node.id } }) }),
  });
  const isOwn = node.publisher.members.some(({ user }) => user.id === session?.id);
  if (!session || isOwn || node.status !== 'NodeStatusActive') return null;
  return (
    <Stack gap="xs" align="flex-start">
      <Text id="rating">{t`Your rating`}</Text>
      <Group gap="sm">
        <Rating
          aria-labelledby="rating"
          size="lg"
          value={rate.data ? rate.variables : 0}
          getSymbolLabel={inWords}
          onChange={(star) => rate.mutate(star)}
        />
        <Text size="sm" c="dimmed" role="status">
          {rate.isSuccess && t`${inWords(rate.variables)}. Thank you for rating.`}
        </Text>
      </Group>
      {rate.isError && <Failure error={rate.error} />}
    </Stack>
  );
}
