import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Who is signed in, and what the session may do. */
export type Session = {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isApproved: boolean;
  scopes: string[];
  expires_at: string;
};

/** The session of this browser; null when nobody is signed in. */
export const sessionOptions = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const response = await fetch('/session', { signal });
    if (response.status === 401 || response.status === 404) return null;
    const body: unknown = await response.json();
    if (!response.ok) throw ApiError.of(body, response);
    return body as Session;
  },
});
