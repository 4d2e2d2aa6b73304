import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteSession } from '../../api/generated/sdk.gen.js';
import { sessionOptions } from '../../api/session.js';

/** Ends the session of this browser, and forgets what was read in it. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await deleteSession({ throwOnError: true });
    await navigate({ to: '/' });
    queries.clear();
    queries.setQueryData(sessionOptions.queryKey, null);
  };
}
