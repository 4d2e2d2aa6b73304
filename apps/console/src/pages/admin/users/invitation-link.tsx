import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { InvitationResponse } from '@atelier/client/api';
import { ShownOnce } from '../../../parts/shown-once.js';
import { Time } from '../../../parts/time.js';

/** The link that signs a person in, shown once. */
export function InvitationLink({ invitation }: { invitation: InvitationResponse }): ReactNode {
  return (
    <ShownOnce label={t`link`} text={invitation.link}>
      <Trans>
        Hand it over in a private message: the first who opens it is signed in. It ends{' '}
        <Time value={invitation.expires_at} />.
      </Trans>
    </ShownOnce>
  );
}
