import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { quarantineNode, releaseNode } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

type Thing = { id: string; name: string };

export function QuarantineButton({ thing: { id, name } }: { thing: Thing }): ReactNode {
  return (
    <ReasonedAct
      label={t`Quarantine`}
      title={t`Quarantine the node “${name}”?`}
      isDangerous
      reason={{ isRequired: true, description: t`Its publisher sees this.` }}
      act={(reason) => quarantineNode({ path: { nodeId: id }, body: { reason }, throwOnError: true })}
      done={t`The node “${name}” is quarantined.`}
    >{t`It is hidden at once, as by a ban, and waits in the review queue. Nothing is lost.`}</ReasonedAct>
  );
}

export function ReleaseButton({
  thing: { id, name },
  hotkey,
  onDone,
}: {
  thing: Thing;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  return (
    <ReasonedAct
      label={t`Release`}
      title={t`Release the node “${name}” from quarantine?`}
      hotkey={hotkey}
      act={(reason) => releaseNode({ path: { nodeId: id }, body: { reason }, throwOnError: true })}
      done={t`The node “${name}” is shown again.`}
      onDone={onDone}
    >{t`Everything that was visible before becomes visible again. Open reports of malware and impersonation are dismissed.`}</ReasonedAct>
  );
}
