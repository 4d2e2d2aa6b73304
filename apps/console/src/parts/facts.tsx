import { SimpleGrid, type SimpleGridProps, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names with their values; those without a value are left out. */
export function Facts({
  facts,
  columns = { base: 2, md: 3 },
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  columns?: SimpleGridProps['cols'];
}): ReactNode {
  const known = facts.filter(
    ([, value]) => value !== '' && value !== undefined && value !== null && value !== false,
  );
  return (
    <SimpleGrid component="dl" cols={columns} spacing="md" verticalSpacing="sm" m={0}>
      {known.map(([name, value]) => (
        <Stack key={name} gap={0}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
