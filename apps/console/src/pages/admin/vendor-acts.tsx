import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  changeVendor,
  type ChangeVendorRequest,
  listVendors,
  retryVendor,
  type VendorResponse,
} from '@atelier/client/api';
import { changeVendorForm } from '../../api/generated/bodies/changeVendor.js';
import { ActButton } from '../../parts/act-button.js';
import { ReasonedAct } from '../../parts/reasoned-act.js';

type Act = { vendor: string; onDone: () => unknown };

/** Stops giving a vendor new tasks, or starts again. */
export function DrainVendor({ vendor, isDrained, onDone }: Act & { isDrained: boolean }): ReactNode {
  return (
    <ReasonedAct
      label={isDrained ? t`Resume` : t`Drain`}
      title={isDrained ? t`Give ${vendor} tasks again?` : t`Drain ${vendor}?`}
      act={(reason) => changeOf(vendor, { draining: !isDrained }, reason)}
      done={isDrained ? t`${vendor} gets tasks again.` : t`${vendor} gets no new tasks.`}
      onDone={onDone}
    >
      {isDrained
        ? t`Within seconds it gets new tasks again, by its priority and weight.`
        : t`Within seconds it gets no new tasks, and waiting ones move to another vendor. Existing orders are completed. Tasks that no other vendor can do are refused.`}
    </ReasonedAct>
  );
}

/** Closes the circuit of a vendor. */
export function RetryVendor({ vendor, onDone }: Act): ReactNode {
  return (
    <ReasonedAct
      label={t`Try again now`}
      title={t`Call ${vendor} again now?`}
      confirm={t`Try again`}
      act={(reason) => retryVendor({ path: { vendor }, body: { reason }, throwOnError: true })}
      done={t`${vendor} is called again.`}
      onDone={onDone}
    >{t`All processes call it again within seconds, with every key, and waiting tasks continue. If it still fails, calls pause again at once.`}</ReasonedAct>
  );
}

/** Sets a vendor's share of the new tasks, or resets it to that of the settings. */
export function WeightVendor({ vendor, weight, onDone }: Act & { weight: number | null }): ReactNode {
  return (
    <ActButton<ChangeVendorRequest>
      label={t`Set the weight`}
      title={t`Set the weight of ${vendor}?`}
      schema={changeVendorForm}
      fields={[
        {
          path: 'weight',
          description: t`Leave empty to use the weight from the settings.`,
          placeholder: t`as in the settings`,
        },
        { path: 'reason', description: t`Kept in the audit log.` },
      ]}
      initial={weight === null ? {} : { weight }}
      act={({ weight: wanted = null, reason = '' }) => changeOf(vendor, { set_weight: wanted }, reason)}
      done={t`The weight of ${vendor} is set.`}
      onDone={onDone}
    >
      <Text size="sm">{t`Among the vendors of one priority, new tasks are drawn by weight: 95 and 5 give the second one task in twenty. One without a weight counts as 100 if another has one. Without any weights, the cheapest comes first.`}</Text>
    </ActButton>
  );
}

/** Changes one property of a vendor; the API needs both. */
async function changeOf(
  name: string,
  changes: Partial<Pick<VendorResponse, 'draining' | 'set_weight'>>,
  reason: string,
): Promise<void> {
  const { vendors } = (await listVendors({ throwOnError: true })).data;
  const known = vendors.find((one) => one.name === name);
  const { draining = false, set_weight: weight = null } = { ...known, ...changes };
  await changeVendor({
    path: { vendor: name },
    body: { draining, ...(weight === null ? {} : { weight }), reason },
    throwOnError: true,
  });
}
