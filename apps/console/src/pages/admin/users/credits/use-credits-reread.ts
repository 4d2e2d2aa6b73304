import { useQueryClient } from '@tanstack/react-query';
import {
  getUserCreditsQueryKey,
  listGrantsInfiniteQueryKey,
  listUserCreditEntriesInfiniteQueryKey,
} from '@atelier/client/react-query';

export function useCreditsReread(userId: string): () => Promise<void> {
  const queries = useQueryClient();
  const options = { path: { userId } };
  return async () => {
    await Promise.all(
      [getUserCreditsQueryKey, listGrantsInfiniteQueryKey, listUserCreditEntriesInfiniteQueryKey].map(
        (keyOf) => queries.invalidateQueries({ queryKey: keyOf(options) }),
      ),
    );
  };
}
