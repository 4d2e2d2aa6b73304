import { Card, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({
  title,
  size = 'h4',
  isCard = false,
  actions,
  children,
}: {
  title: string;
  size?: 'h3' | 'h4';
  isCard?: boolean;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const Box = isCard ? Card : Stack;
  return (
    <Box component="section" aria-label={title} style={{ gap: 'var(--mantine-spacing-sm)' }}>
      <Group justify="space-between">
        <Title order={2} size={size}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Box>
  );
}
