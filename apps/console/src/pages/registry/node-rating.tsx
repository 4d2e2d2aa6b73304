import { plural, t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeQueryKey } from '@atelier/client/react-query';
import { type NodeResponse, reviewNode } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { Failure } from '../../parts/states.js';

const STARS = [1, 2, 3, 4, 5];

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
      <Group gap="sm">
        <Text id="rating">{t`Your rating`}</Text>
        <Button.Group aria-labelledby="rating">
          {STARS.map((star) => (
            <Button
              key={star}
              size="compact-md"
              variant={rate.isSuccess && rate.variables === star ? 'filled' : 'default'}
              aria-pressed={rate.isSuccess && rate.variables === star}
              aria-label={plural(star, { one: '# star', other: '# stars' })}
              onClick={() => rate.mutate(star)}
            >
              {star}
            </Button>
          ))}
        </Button.Group>
        <Text size="sm" c="dimmed" role="status">
          {rate.isSuccess && t`Thank you for rating.`}
        </Text>
      </Group>
      {rate.isError && <Failure error={rate.error} />}
    </Stack>
  );
}
