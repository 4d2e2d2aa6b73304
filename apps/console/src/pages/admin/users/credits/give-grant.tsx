import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { giveGrant, type GrantRequest } from '@atelier/client/api';
import { giveGrantForm } from '../../../../api/generated/bodies/giveGrant.js';
import { ActButton } from '../../../../parts/act-button.js';
import { useCreditsReread } from './use-credits-reread.js';

export function GiveGrant({ userId, name }: { userId: string; name: string }): ReactNode {
  const reread = useCreditsReread(userId);
  return (
    <ActButton<GrantRequest>
      label={t`Give a grant`}
      variant="filled"
      title={t`Give credits to ${name}`}
      confirm={t`Give the grant`}
      schema={giveGrantForm}
      fields={[
        { path: 'amount', label: t`Credits`, description: '' },
        { path: 'category', label: t`For`, description: '' },
        'note',
        { path: 'priority', isRequired: true },
        { path: 'effective_at', label: t`Begins` },
        { path: 'expires_at', label: t`Ends` },
        'reason',
      ]}
      initial={{ priority: 100 }}
      act={(body) => giveGrant({ path: { userId }, body, throwOnError: true })}
      done={t`The grant was given to ${name}.`}
      onDone={reread}
    >
      {t`From the first grant on, tasks of ${name} are paid from grants only, unless an admin decided otherwise.`}
    </ActButton>
  );
}
