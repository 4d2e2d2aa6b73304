import type { ReactNode } from 'react';
import { Failure, Waiting } from './states.js';

type Query<Data> = { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown };

/** What a query has read, or that it is being read, or why it was not. What was read before a failure stays. */
export function Loaded<Data>({
  query: { data, error, isPending, refetch },
  children,
}: {
  query: Query<Data>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  return (
    <>
      {isPending && <Waiting />}
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  );
}
