import type { ReactNode } from 'react';
import { ShownOnce } from '../../../parts/shown-once.js';

/** The secret of an endpoint, just made. */
export function EndpointSecret({ secret }: { secret: string }): ReactNode {
  return (
    <ShownOnce label="signing secret" text={secret}>
      Your receiver checks with it that calls come from here, as Standard Webhooks says.
    </ShownOnce>
  );
}
