import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({
  title,
  size = 'h4',
  children,
}: {
  title: string;
  size?: 'h3' | 'h4';
  children: ReactNode;
}): ReactNode {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size={size}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
