import { t } from '@lingui/core/macro';
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
      label={t`Make owner`}
      title={t`Make ${name} the only owner of “${publisher.name}”?`}
      size="compact-sm"
      act={(reason) =>
        transferPublisher({
          path: { publisherId: publisher.id },
          body: { user_id: userId, reason },
          throwOnError: true,
        })
      }
      done={t`${name} owns “${publisher.name}”.`}
    >{t`The previous owners become members. They can publish, but not manage the publisher.`}</ReasonedAct>
  );
}
