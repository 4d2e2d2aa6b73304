import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createSession } from '../../api/generated/sdk.gen.js';
import type { CreateSessionRequest, SessionResponse } from '../../api/generated/types.gen.js';
import { sessionOptions } from '../../api/session.js';

/** Signs in, forgets what was read as somebody else, and goes on at the page `next`. */
export function useSignIn(next: string): UseMutationResult<SessionResponse, unknown, CreateSessionRequest> {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateSessionRequest) =>
      (await createSession({ body, throwOnError: true })).data,
    onSuccess: (session) => {
      queries.clear();
      queries.setQueryData(sessionOptions.queryKey, session);
      router.history.push(router.basepath + next);
    },
  });
}
