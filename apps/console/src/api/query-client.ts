import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { client } from '@atelier/client/client';
import { sessionOptions } from './session.js';

const STALE_MS = 10_000;
const RETRIES = 2;

client.setConfig({ baseUrl: window.location.origin, credentials: 'same-origin' });
// The client throws what it parsed; pages want the status and the id of the request too.
client.interceptors.error.use((body, response) =>
  body instanceof DOMException && body.name === 'AbortError' ? body : ApiError.of(body, response),
);

/** What was read, for as long as the page is open. Only what got no answer is asked again without a word. */
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

/** The shell sees that nobody is signed in any more, and the guards of the routes lead to the sign-in page. */
function noteEndOfSession(error: unknown): void {
  if (error instanceof ApiError && error.status === 401)
    queryClient.setQueryData(sessionOptions.queryKey, null);
}
