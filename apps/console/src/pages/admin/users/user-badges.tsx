import { t } from '@lingui/core/macro';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserResponse } from '@atelier/client/api';
import { StatusBadge } from '../../../parts/status-badge.js';

/** The state of a user, and the role. */
export function UserBadges({ user }: { user: UserResponse }): ReactNode {
  return (
    <Group gap={4}>
      <StatusBadge status={userState(user)} />
      {user.isAdmin && <Badge>{t`admin`}</Badge>}
    </Group>
  );
}

/** The worst that can be said. */
export function userState({ isApproved, isSuspended, deletedAt }: UserResponse): string {
  if (deletedAt !== null) return 'deleted';
  if (isSuspended) return 'suspended';
  return isApproved ? 'approved' : 'waiting_for_approval';
}
