import type { ReactNode } from 'react';
import { updateNodeAsAdmin } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

export function ApproveNodeButton({
  nodeId,
  hotkey,
  onDone,
}: {
  nodeId: string;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  return (
    <ReasonedAct
      label="Approve"
      title={`Approve the node “${nodeId}”?`}
      hotkey={hotkey}
      act={(reason) =>
        updateNodeAsAdmin({ path: { nodeId }, body: { review_reason: '', reason }, throwOnError: true })
      }
      done={`The node “${nodeId}” is approved.`}
      onDone={onDone}
    >
      The node leaves the review queue, and appears in search and lists.
    </ReasonedAct>
  );
}
