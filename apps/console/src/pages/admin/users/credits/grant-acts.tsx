import { plural, t } from '@lingui/core/macro';
import { Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  correctGrant,
  type CorrectionRequest,
  giveGrant,
  type GrantRequest,
  type GrantResponse,
  voidGrant,
} from '@atelier/client/api';
import { correctGrantForm } from '../../../../api/generated/bodies/correctGrant.js';
import { giveGrantForm } from '../../../../api/generated/bodies/giveGrant.js';
import { ActButton } from '../../../../parts/act-button.js';
import { ReasonedAct } from '../../../../parts/reasoned-act.js';

export function GiveGrant({ userId, name }: { userId: string; name: string }): ReactNode {
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
    >
      {t`From the first grant on, tasks of ${name} are paid from grants only, unless an admin decided otherwise.`}
    </ActButton>
  );
}

const DIRECTIONS = [
  { value: 'back', label: t`Give back what was spent` },
  { value: 'more', label: t`Charge more` },
];

export function CorrectGrant({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id: grantId, available, spent } = grant;
  const [direction, setDirection] = useState(spent > 0 ? 'back' : 'more');
  const sign = direction === 'back' ? -1 : 1;
  return (
    <ActButton<CorrectionRequest>
      label={t`Correct`}
      size="xs"
      title={t`Correct what was spent of the grant`}
      confirm={t`Make the correction`}
      schema={correctGrantForm}
      fields={[{ path: 'credits', description: '', minimum: 1 }, 'reason']}
      act={({ credits, ...body }) =>
        correctGrant({
          path: { userId, grantId },
          body: { ...body, credits: sign * credits },
          throwOnError: true,
        })
      }
      done={t`The grant is corrected.`}
    >
      <Text size="sm">{t`${plural(spent, { one: '# credit', other: '# credits' })} spent, ${plural(available, { one: '# credit', other: '# credits' })} left.`}</Text>
      <Text size="sm">{t`The correction is a further entry of the statement. Credits given back to a grant that has ended are taken back with it.`}</Text>
      <Select
        label={t`Direction`}
        data={DIRECTIONS}
        allowDeselect={false}
        value={direction}
        onChange={(value) => setDirection(value ?? 'back')}
      />
    </ActButton>
  );
}

export function VoidGrant({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id: grantId, amount, available, held } = grant;
  return (
    <ReasonedAct
      label={t`Void`}
      size="xs"
      isDangerous
      title={t`Void the grant of ${plural(amount, { one: '# credit', other: '# credits' })}?`}
      act={(reason) => voidGrant({ path: { userId, grantId }, body: { reason }, throwOnError: true })}
      done={t`The grant is voided.`}
    >
      <Text size="sm">
        {plural(available, {
          one: 'The remaining credit is taken back.',
          other: 'The remaining # credits are taken back.',
        })}
      </Text>
      {held > 0 && (
        <Text size="sm">
          {plural(held, {
            one: '# credit is held by a task and may still be spent.',
            other: '# credits are held by tasks and may still be spent.',
          })}
        </Text>
      )}
      <Text size="sm">{t`This cannot be undone; you can add another grant.`}</Text>
    </ReasonedAct>
  );
}
