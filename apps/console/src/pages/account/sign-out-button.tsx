import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { deleteSession } from '@atelier/client/api';
import { explain } from '../../parts/states.js';

/** Ends the session of this browser, and reloads the start page, so that nothing read in the session remains. */
export function SignOutButton(): ReactNode {
  const { basepath } = useRouter();
  const signOut = useMutation({
    mutationFn: () => deleteSession({ throwOnError: true }),
    onSuccess: () => window.location.replace(basepath),
    onError: (error) => notifications.show({ color: 'red', message: explain(error).text }),
  });
  return (
    <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out
    </Button>
  );
}
