import { queryOptions } from '@tanstack/react-query';
import { getSession, type SessionResponse } from '@atelier/client/api';

export type Session = SessionResponse;

export const sessionOptions = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const { data, response } = await getSession({ signal, throwOnError: true });
    return response.status === 204 ? null : (data as Session);
  },
});
