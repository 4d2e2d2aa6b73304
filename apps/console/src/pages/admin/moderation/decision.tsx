import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { moderateNodeVersion, type NodeVersionResponse } from '@atelier/client/api';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { reasonInWords } from '../../../parts/words.js';

type Status = NodeVersionResponse['status'];
type Decided = Exclude<Status, 'NodeVersionStatusPending'>;

const DECISIONS = {
  NodeVersionStatusActive: {
    label: t`Approve`,
    done: t`is active`,
    text: t`Everyone can see and install it.`,
  },
  NodeVersionStatusBanned: {
    label: t`Refuse`,
    done: t`is refused`,
    text: t`It cannot be installed, and its number cannot be used again: its publisher can publish a new version instead.`,
  },
  NodeVersionStatusFlagged: {
    label: t`Flag`,
    done: t`is flagged`,
    text: t`It is removed from search and lists, and waits in the review queue.`,
  },
  NodeVersionStatusDeleted: {
    label: t`Delete`,
    done: t`is deleted`,
    text: t`It is removed from every page. Its number cannot be used again. Its archive is kept.`,
  },
} satisfies Record<Decided, object>;

export function DecisionButton({
  version,
  status,
  hotkey,
  onDone,
}: {
  version: Pick<NodeVersionResponse, 'node_id' | 'version' | 'id' | 'status' | 'status_reason'>;
  status: Decided;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  const { done, text, ...words } = DECISIONS[status];
  const isBan = status === 'NodeVersionStatusBanned' && version.status !== 'NodeVersionStatusFlagged';
  const label = isBan ? t`Ban` : words.label;
  const name = `${version.node_id} ${version.version}`;
  const isApproval = status === 'NodeVersionStatusActive';
  const isHeld = version.status === 'NodeVersionStatusFlagged' && version.status_reason !== '';
  return (
    <ReasonedAct
      label={label}
      title={`${label} ${name}?`}
      isDangerous={!isApproval}
      hotkey={hotkey}
      reason={{
        label: isApproval ? t`Note for its publisher` : t`Text for its publisher`,
        description: '',
        isRequired: !isApproval,
      }}
      act={(reason) =>
        moderateNodeVersion({
          path: { nodeId: version.node_id, versionId: version.id },
          body: { status, status_reason: reason },
          throwOnError: true,
        })
      }
      done={`${name} ${done}.`}
      onDone={onDone}
    >
      {isApproval && isHeld
        ? t`${text} It was held back because: ${reasonInWords(version.status_reason)}`
        : text}
    </ReasonedAct>
  );
}
