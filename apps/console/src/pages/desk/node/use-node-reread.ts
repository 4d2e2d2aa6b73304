import { useQueryClient } from '@tanstack/react-query';
import {
  getNodeQueryKey,
  listPublisherNodesInfiniteQueryKey,
  listPublisherNodesQueryKey,
} from '@atelier/client/react-query';

export function useNodeReread(publisherId: string): (nodeId: string) => Promise<unknown> {
  const queries = useQueryClient();
  return (nodeId) =>
    Promise.all(
      [
        getNodeQueryKey({ path: { nodeId } }),
        listPublisherNodesInfiniteQueryKey({ path: { publisherId } }),
        listPublisherNodesQueryKey({ path: { publisherId } }),
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}
