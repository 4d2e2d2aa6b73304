import { plural, t } from '@lingui/core/macro';
import { Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { correctGrant, type CorrectionRequest, type GrantResponse } from '@atelier/client/api';
import { correctGrantForm } from '../../../../api/generated/bodies/correctGrant.js';
import { ActButton } from '../../../../parts/act-button.js';
import { useCreditsReread } from './use-credits-reread.js';

const DIRECTIONS = [
  { value: 'back', label: t`Give back what was spent` },
  { value: 'more', label: t`Charge more` },
];

export function CorrectGrant({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id, available, spent } = grant;
  const [direction, setDirection] = useState(spent > 0 ? 'back' : 'more');
  const reread = useCreditsReread(userId);
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
          path: { userId, grantId: id },
          body: { ...body, credits: sign * credits },
          throwOnError: true,
        })
      }
      done={t`The grant is corrected.`}
      onDone={reread}
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
