import { t } from '@lingui/core/macro';
import { NumberInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { changeVendor, type VendorResponse } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

type Act = { vendor: VendorResponse; onDone: () => Promise<unknown> };
const WEIGHT_MAX = 1_000;

export function DrainButton({ vendor, onDone }: Act): ReactNode {
  const { name, draining: isDraining } = vendor;
  return (
    <ReasonedAct
      label={isDraining ? t`Resume` : t`Drain`}
      title={isDraining ? t`Give ${name} tasks again?` : t`Drain ${name}?`}
      act={(reason) => change(vendor, { draining: !isDraining }, reason)}
      done={isDraining ? t`${name} gets tasks again.` : t`${name} gets no new tasks.`}
      onDone={onDone}
    >
      {isDraining
        ? t`Within seconds it gets new tasks again, by its priority and weight.`
        : t`Within seconds it gets no new tasks, and waiting ones move to another vendor. Existing orders are completed. Tasks that no other vendor can do are refused.`}
    </ReasonedAct>
  );
}

/** Sets a vendor's share of the new tasks, or resets it to that of the settings. */
export function WeightButton({ vendor, onDone }: Act): ReactNode {
  const { name, set_weight: present } = vendor;
  const [wanted, setWanted] = useState<number | ''>();
  const weight = wanted ?? present ?? '';
  return (
    <ReasonedAct
      label={t`Set the weight`}
      title={t`Set the weight of ${name}?`}
      act={(reason) => change(vendor, { set_weight: weight === '' ? null : weight }, reason)}
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
          description={t`Empty for the weight of the settings.`}
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

/** Changes one property of a vendor; the API needs both. */
function change(
  vendor: VendorResponse,
  changes: Partial<Pick<VendorResponse, 'draining' | 'set_weight'>>,
  reason: string,
): Promise<unknown> {
  const { name, draining, set_weight: weight } = { ...vendor, ...changes };
  return changeVendor({
    path: { vendor: name },
    body: { draining, ...(weight === null ? {} : { weight }), reason },
    throwOnError: true,
  });
}
