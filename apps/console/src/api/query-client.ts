import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { client } from '@atelier/client/api';
import { sessionOptions } from './session.js';

const STALE_MS = 10_000;
const RETRIES = 2;

client.setConfig({ credentials: 'same-origin' });
// The client throws only the parsed body; pages also need the status and the id of the request.
client.interceptors.error.use((body, response) =>
  body instanceof DOMException && body.name === 'AbortError' ? body : ApiError.of(body, response),
);

/** Caches replies while the page is open. Only requests without an answer are retried automatically. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndOfSession }),
  mutationCache: new MutationCache({ onError: noteEndOfSession }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.status === 0,
    },
  },
});

/** Marks the session as ended: the shell shows it, and the route guards lead to the sign-in page. */
function noteEndOfSession(error: unknown): void {
  if (error instanceof ApiError && error.status === 401)
    queryClient.setQueryData(sessionOptions.queryKey, null);
}
