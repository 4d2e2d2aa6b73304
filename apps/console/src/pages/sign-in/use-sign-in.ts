import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createSession, type CreateSessionRequest } from '@atelier/client/api';

/** Signs in, and reloads the page at `next`, so that nothing read as another user remains. */
export function useSignIn(next: string): UseMutationResult<void, unknown, CreateSessionRequest> {
  const { basepath } = useRouter();
  return useMutation({
    mutationFn: async (body: CreateSessionRequest) => {
      await createSession({ body, throwOnError: true });
      window.location.replace(basepath + next);
    },
  });
}
