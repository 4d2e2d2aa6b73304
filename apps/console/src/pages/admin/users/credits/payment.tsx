import { t } from '@lingui/core/macro';
import { Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { setUserPrepaid } from '@atelier/client/api';
import { ReasonedAct } from '../../../../parts/reasoned-act.js';

const WAYS = [
  {
    value: 'grants',
    label: t`From grants only`,
    description: t`Tasks that cost more than is available are refused.`,
  },
  { value: 'free', label: t`Without grants`, description: t`Tasks are restricted only by limits.` },
  {
    value: 'default',
    label: t`Default of the installation`,
    description: t`The setting CREDITS_PREPAID; a grant counts as “from grants only”.`,
  },
];

export function Payment({ userId, name }: { userId: string; name: string }): ReactNode {
  const [way, setWay] = useState<string>('');
  const body = way === 'default' ? {} : { prepaid: way === 'grants' };
  return (
    <ReasonedAct
      label={t`Change how tasks are paid`}
      title={t`How are tasks of ${name} paid?`}
      confirm={t`Decide`}
      canAct={way !== ''}
      act={(reason) => setUserPrepaid({ path: { userId }, body: { ...body, reason }, throwOnError: true })}
      done={t`The payment for tasks of ${name} is changed.`}
    >
      <Radio.Group label={t`They are paid`} value={way} onChange={setWay} required>
        <Stack gap="xs" mt="xs">
          {WAYS.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
    </ReasonedAct>
  );
}
