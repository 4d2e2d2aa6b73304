import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSignOut } from '../../parts/use-sign-out.js';

export function SignOutButton(): ReactNode {
  const signOut = useSignOut();
  return (
    <Button
      variant="default"
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >{t`Sign out`}</Button>
  );
}
