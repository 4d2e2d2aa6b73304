import type { ReactNode } from 'react';
import { type PublisherResponse, transferPublisher } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

export function MakeOwnerButton({
  publisher,
  userId,
  name,
}: {
  publisher: PublisherResponse;
  userId: string;
  name: string;
}): ReactNode {
  return (
    <ReasonedAct
      label="Make owner"
      title={`Make ${name} the only owner of “${publisher.name}”?`}
      size="compact-sm"
      act={(reason) =>
        transferPublisher({
          path: { publisherId: publisher.id },
          body: { user_id: userId, reason },
          throwOnError: true,
        })
      }
      done={`${name} owns “${publisher.name}”.`}
    >
      The previous owners become members. They can publish, but not manage the publisher.
    </ReasonedAct>
  );
}
