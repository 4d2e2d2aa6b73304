import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { quoteRequest } from '../../../api/generated/sdk.gen.js';
import type { QuoteResponse } from '../../../api/generated/types.gen.js';

const PAUSE_MS = 400;

/** What the request would cost and how long it takes, asked for when the entering pauses; also refuses what the job would refuse. */
export function useQuote(
  endpoint: string | undefined,
  body: Record<string, unknown> | undefined,
): UseQueryResult<QuoteResponse> {
  const [asked] = useDebouncedValue(body && JSON.stringify(body), PAUSE_MS);
  return useQuery({
    queryKey: ['quote', endpoint, asked],
    enabled: endpoint !== undefined && asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const request = JSON.parse(asked ?? '{}') as Record<string, unknown>;
      return (
        await quoteRequest({ body: { endpoint: endpoint ?? '', body: request }, signal, throwOnError: true })
      ).data;
    },
  });
}
