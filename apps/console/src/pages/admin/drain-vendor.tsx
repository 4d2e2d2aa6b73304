import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { changeVendor, listVendors, type VendorResponse } from '@atelier/client/api';
import { ReasonedAct } from '../../parts/reasoned-act.js';

/** Stops giving a vendor new tasks, or starts again. */
export function DrainVendor({
  vendor,
  isDrained,
  onDone,
}: {
  vendor: string;
  isDrained: boolean;
  onDone: () => unknown;
}): ReactNode {
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

/** Changes one property of a vendor; the API needs both. */
export async function changeOf(
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
