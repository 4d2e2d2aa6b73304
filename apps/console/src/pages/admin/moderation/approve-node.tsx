import { t } from '@lingui/core/macro';
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
      label={t`Approve`}
      title={t`Approve the node “${nodeId}”?`}
      hotkey={hotkey}
      act={(reason) =>
        updateNodeAsAdmin({ path: { nodeId }, body: { review_reason: '', reason }, throwOnError: true })
      }
      done={t`The node “${nodeId}” is approved.`}
      onDone={onDone}
    >{t`The node leaves the review queue, and appears in search and lists.`}</ReasonedAct>
  );
}
