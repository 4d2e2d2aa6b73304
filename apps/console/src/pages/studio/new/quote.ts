import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { quoteRequest, type QuoteResponse } from '@atelier/client/api';

const PAUSE_MS = 400;
const STALE_MS = 60_000;
/** A quote is renewed when it has this long left, so that the shown one can still be sent. */
const RENEW_MS = 30_000;

/** The quote of a request, given as JSON; it fails where the job would fail. */
export const quoteOptions = (endpoint: string, json: string) =>
  queryOptions({
    queryKey: ['quote', endpoint, json],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<QuoteResponse> => {
      const body = JSON.parse(json) as Record<string, unknown>;
      return (await quoteRequest({ body: { endpoint, body }, signal, throwOnError: true })).data;
    },
  });

/** Price and duration of the request: quoted when typing pauses, and again before the quote expires. */
export function useQuote(endpoint: string, json: string | undefined): UseQueryResult<QuoteResponse> {
  const [asked] = useDebouncedValue(json, PAUSE_MS);
  return useQuery({
    ...quoteOptions(endpoint, asked ?? '{}'),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data !== undefined && Math.max(leftMs(data), STALE_MS),
  });
}

export function leftMs({ expires_at: end }: QuoteResponse): number {
  return Date.parse(end) - Date.now() - RENEW_MS;
}
