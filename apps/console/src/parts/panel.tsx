import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A box of a page: a form, or what can be done to one thing. */
export function Panel({
  title,
  beside,
  text,
  actions,
  children,
}: {
  title: string;
  /** At the end of the title. */
  beside?: ReactNode;
  text?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <Paper component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {beside}
        </Group>
        {text && <Text size="sm">{text}</Text>}
        {children}
        {actions && <Group justify="flex-end">{actions}</Group>}
      </Stack>
    </Paper>
  );
}
