import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserResponse } from '@atelier/client/api';

export function UserBadges({
  user: { isAdmin, isApproved, isSuspended, deletedAt },
}: {
  user: UserResponse;
}): ReactNode {
  return (
    <Group gap={4}>
      {deletedAt !== null && <Badge color="gray">deleted</Badge>}
      {isAdmin && <Badge>admin</Badge>}
      {isSuspended && <Badge color="red">suspended</Badge>}
      {deletedAt === null && (
        <Badge color={isApproved ? 'green' : 'orange'}>
          {isApproved ? 'approved' : 'waiting for approval'}
        </Badge>
      )}
    </Group>
  );
}
