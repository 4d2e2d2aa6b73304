import { queryOptions } from '@tanstack/react-query';
import { getSession, type SessionResponse } from '@atelier/client';

/** The signed-in user, and the rights of the session. */
export type Session = SessionResponse;

/** The session of this browser; null when not signed in. */
export const sessionOptions = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const { data, response } = await getSession({ signal, throwOnError: true });
    return response.status === 204 ? null : (data as Session);
  },
});
