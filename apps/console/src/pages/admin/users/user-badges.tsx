import { t } from '@lingui/core/macro';
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
      {deletedAt !== null && <Badge color="gray">{t`deleted`}</Badge>}
      {isAdmin && <Badge>{t`admin`}</Badge>}
      {isSuspended && <Badge color="red">{t`suspended`}</Badge>}
      {deletedAt === null && (
        <Badge color={isApproved ? 'green' : 'orange'}>
          {isApproved ? t`approved` : t`waiting for approval`}
        </Badge>
      )}
    </Group>
  );
}
