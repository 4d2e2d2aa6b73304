import { t } from '@lingui/core/macro';
import { NumberInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { updateUser, type UserResponse } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

/** A button that changes a user's share of the queue. */
export function QueueWeight({
  user: { id, name, queueWeight },
  onDone,
}: {
  user: UserResponse;
  onDone: () => unknown;
}): ReactNode {
  const [wanted, setWanted] = useState<string | number>(queueWeight);
  const weight = Number(wanted);
  return (
    <ReasonedAct
      label={t`Weight in the queue`}
      title={t`How often do tasks of ${name} get a turn?`}
      confirm={t`Set the weight`}
      canAct={wanted !== '' && weight !== queueWeight}
      act={(reason) =>
        updateUser({ path: { userId: id }, body: { queueWeight: weight, reason }, throwOnError: true })
      }
      done={t`The weight of ${name} is ${weight}.`}
      onDone={onDone}
    >
      <Stack>
        <Text size="sm">{t`Users take turns while tasks wait. A user of weight 2 starts two tasks for each one of a user of weight 1.`}</Text>
        <NumberInput
          label={t`Weight`}
          description={t`From 0.1 to 10. The default is 1.`}
          data-autofocus
          required
          min={0.1}
          max={10}
          step={0.5}
          decimalScale={2}
          value={wanted}
          onChange={setWanted}
        />
      </Stack>
    </ReasonedAct>
  );
}
