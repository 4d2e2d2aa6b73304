import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { deleteSession } from '@atelier/client/api';
import { explain } from './states.js';

/** Ends the session of this browser, and reloads the start page, so that nothing read in the session remains. */
export function useSignOut(): UseMutationResult<unknown, unknown, void> {
  const { basepath } = useRouter();
  return useMutation({
    mutationFn: () => deleteSession({ throwOnError: true }),
    onSuccess: () => window.location.replace(basepath),
    onError: (error) => notifications.show({ color: 'red', message: explain(error).text }),
  });
}
