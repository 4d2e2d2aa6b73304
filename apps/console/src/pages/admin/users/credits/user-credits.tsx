import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getUserCreditsOptions } from '@atelier/client/react-query';
import { CreditsSum } from '../../../../parts/credits-sum.js';
import { Failure, Waiting } from '../../../../parts/states.js';

/** The balance of a user. */
export function UserCredits({ userId }: { userId: string }): ReactNode {
  const credits = useQuery(getUserCreditsOptions({ path: { userId } }));
  if (credits.isPending) return <Waiting />;
  if (credits.isError) return <Failure error={credits.error} retry={() => void credits.refetch()} />;
  return <CreditsSum credits={credits.data} />;
}
