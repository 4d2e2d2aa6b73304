import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PublishedByResponse } from '@atelier/client/api';

export function Author({ by }: { by: PublishedByResponse }): ReactNode {
  const token = by.token_name ?? by.token_id;
  return (
    <>
      {by.user_name ?? t`a deleted user`}
      {token !== null && (
        <Text span inherit c="dimmed">
          {t` with ${token}`}
        </Text>
      )}
    </>
  );
}
