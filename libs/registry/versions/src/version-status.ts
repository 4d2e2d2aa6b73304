import { NODE_VERSION_STATUSES, type NodeVersionStatus } from '#libs/registry/versions/store';

/** Who gives a version its next status: the check of its archive, the deadline for that, its publisher, or an admin. */
export type StatusGiver = 'check' | 'deadline' | 'publisher' | 'admin';

const ANY_BUT_PENDING = NODE_VERSION_STATUSES.filter((status) => status !== 'NodeVersionStatusPending');

/** The statuses that each may give, by the one before. */
const NEXT: Record<StatusGiver, Partial<Record<NodeVersionStatus, readonly NodeVersionStatus[]>>> = {
  check: { NodeVersionStatusPending: ['NodeVersionStatusActive', 'NodeVersionStatusFlagged'] },
  deadline: { NodeVersionStatusPending: ['NodeVersionStatusDeleted'] },
  publisher: {
    NodeVersionStatusPending: ['NodeVersionStatusDeleted'],
    NodeVersionStatusActive: ['NodeVersionStatusDeleted'],
    NodeVersionStatusFlagged: ['NodeVersionStatusDeleted'],
  },
  admin: Object.fromEntries(NODE_VERSION_STATUSES.map((from) => [from, ANY_BUT_PENDING])),
};

/** Whether a version may get another status from somebody. */
export function mayBecome(by: StatusGiver, from: NodeVersionStatus, to: NodeVersionStatus): boolean {
  return NEXT[by][from]?.includes(to) ?? false;
}
