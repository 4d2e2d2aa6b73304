import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a part of a page is for, with the button that adds to it. */
export function Lead({ children, action }: { children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" maw="70ch">
        {children}
      </Text>
      {action}
    </Group>
  );
}
