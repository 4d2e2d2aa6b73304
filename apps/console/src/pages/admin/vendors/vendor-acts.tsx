import { t } from '@lingui/core/macro';
import { NumberInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { VendorResponse } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { changeOf } from '../drain-vendor.js';

type Act = { vendor: VendorResponse; onDone: () => Promise<unknown> };
const WEIGHT_MAX = 1_000;

/** Sets a vendor's share of the new tasks, or resets it to that of the settings. */
export function WeightButton({ vendor, onDone }: Act): ReactNode {
  const { name, set_weight: present } = vendor;
  const [wanted, setWanted] = useState<number | ''>();
  const weight = wanted ?? present ?? '';
  return (
    <ReasonedAct
      label={t`Set the weight`}
      title={t`Set the weight of ${name}?`}
      act={(reason) => changeOf(vendor.name, { set_weight: weight === '' ? null : weight }, reason)}
      done={t`The weight of ${name} is set.`}
      onDone={() => {
        setWanted(undefined);
        return onDone();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t`Among the vendors of one priority, new tasks are drawn by weight: 95 and 5 give the second one task in twenty. One without a weight counts as 100 if another has one. Without any weights, the cheapest comes first.`}</Text>
        <NumberInput
          data-autofocus
          label={t`Weight`}
          description={t`Leave empty to use the weight from the settings.`}
          placeholder={t`as in the settings`}
          min={0}
          max={WEIGHT_MAX}
          allowDecimal={false}
          value={weight}
          onChange={(value) => setWanted(value === '' ? '' : Number(value))}
        />
      </Stack>
    </ReasonedAct>
  );
}
