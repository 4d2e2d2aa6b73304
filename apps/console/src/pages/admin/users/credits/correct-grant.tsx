import { Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { correctGrant, type CorrectionRequest, type GrantResponse } from '@atelier/client/api';
import { correctGrantForm } from '../../../../api/generated/bodies/correctGrant.js';
import { ActButton } from '../../../../parts/act-button.js';
import { counted } from '../../../../parts/numbers.js';
import { useCreditsReread } from './use-credits-reread.js';

const DIRECTIONS = [
  { value: 'back', label: 'Give back what was spent' },
  { value: 'more', label: 'Charge more' },
];

export function CorrectGrant({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id, available, spent } = grant;
  const [direction, setDirection] = useState(spent > 0 ? 'back' : 'more');
  const reread = useCreditsReread(userId);
  const sign = direction === 'back' ? -1 : 1;
  return (
    <ActButton<CorrectionRequest>
      label="Correct"
      size="xs"
      title="Correct what was spent of the grant"
      confirm="Make the correction"
      schema={correctGrantForm}
      fields={[{ path: 'credits', description: '', minimum: 1 }, 'reason']}
      act={({ credits, ...body }) =>
        correctGrant({
          path: { userId, grantId: id },
          body: { ...body, credits: sign * credits },
          throwOnError: true,
        })
      }
      done="The grant is corrected."
      onDone={reread}
    >
      <Text size="sm">
        {`${counted(spent, 'credit')} spent, ${counted(available, 'credit')} left. `}
        The correction is a further entry of the statement. Credits given back to a grant that has ended are
        taken back with it.
      </Text>
      <Select
        label="Direction"
        data={DIRECTIONS}
        allowDeselect={false}
        value={direction}
        onChange={(value) => setDirection(value ?? 'back')}
      />
    </ActButton>
  );
}
