import { NumberInput, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { correctGrant, type GrantResponse } from '@atelier/client/api';
import { counted } from '../../../../parts/numbers.js';
import { ReasonedAct } from '../../../../parts/reasoned-act.js';
import { useCreditsReread } from './use-credits-reread.js';

const DIRECTIONS = [
  { value: 'back', label: 'Give back what was spent' },
  { value: 'more', label: 'Charge more' },
];

export function CorrectGrant({ userId, grant }: { userId: string; grant: GrantResponse }): ReactNode {
  const { id, available, spent } = grant;
  const form = useForm({
    initialValues: { direction: spent > 0 ? 'back' : 'more', credits: '' as number | string },
  });
  const reread = useCreditsReread(userId);
  const isBack = form.values.direction === 'back';
  const credits = Number(form.values.credits);
  return (
    <ReasonedAct
      label="Correct"
      size="xs"
      title="Correct what was spent of the grant"
      confirm="Make the correction"
      canAct={credits > 0}
      act={(reason) =>
        correctGrant({
          path: { userId, grantId: id },
          body: { credits: isBack ? -credits : credits, reason },
          throwOnError: true,
        })
      }
      done={`${counted(credits, 'credit')} ${isBack ? 'given back' : 'taken'}.`}
      onDone={async () => {
        form.reset();
        await reread();
      }}
    >
      <Stack>
        <Text size="sm">
          {`${counted(spent, 'credit')} spent, ${counted(available, 'credit')} left. `}
          The correction is a further entry of the statement. Credits given back to a grant that has ended are
          taken back with it.
        </Text>
        <Select
          label="Direction"
          data={DIRECTIONS}
          allowDeselect={false}
          {...form.getInputProps('direction')}
        />
        <NumberInput
          label="Credits"
          required
          min={1}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          {...form.getInputProps('credits')}
        />
      </Stack>
    </ReasonedAct>
  );
}
