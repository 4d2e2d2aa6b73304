import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { quoteRequest, type QuoteResponse } from '@atelier/client';

const PAUSE_MS = 400;
const STALE_MS = 60_000;
/** A quote is asked for again when it has this long left, so that one that is shown can be sent. */
const RENEW_MS = 30_000;

/** The quote of a request, given as JSON; asking also refuses what the job would refuse. */
export const quoteOptions = (endpoint: string, json: string) =>
  queryOptions({
    queryKey: ['quote', endpoint, json],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<QuoteResponse> => {
      const body = JSON.parse(json) as Record<string, unknown>;
      return (await quoteRequest({ body: { endpoint, body }, signal, throwOnError: true })).data;
    },
  });

/** What the request would cost and how long it takes, asked for when the entering pauses, and again before the price expires. */
export function useQuote(endpoint: string, json: string | undefined): UseQueryResult<QuoteResponse> {
  const [asked] = useDebouncedValue(json, PAUSE_MS);
  return useQuery({
    ...quoteOptions(endpoint, asked ?? '{}'),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data !== undefined && Math.max(leftMs(data), STALE_MS),
  });
}

/** How long the quote can be sent from now on. */
export function leftMs({ expires_at: end }: QuoteResponse): number {
  return Date.parse(end) - Date.now() - RENEW_MS;
}
