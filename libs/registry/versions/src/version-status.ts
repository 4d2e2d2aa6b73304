import { NODE_VERSION_STATUSES, type NodeVersionStatus } from '#libs/registry/versions/store';

/** What changes the status of a version: the check of its archive, the upload deadline, its publisher, or an admin. */
export type StatusGiver = 'check' | 'deadline' | 'publisher' | 'admin';

const ANY_BUT_PENDING = NODE_VERSION_STATUSES.filter((status) => status !== 'NodeVersionStatusPending');

/** The statuses that each may set, by the present one. */
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

export function mayBecome(by: StatusGiver, from: NodeVersionStatus, to: NodeVersionStatus): boolean {
  return NEXT[by][from]?.includes(to) ?? false;
}
