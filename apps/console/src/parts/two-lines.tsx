import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A text or link, with a quieter text below it unless that says the same. */
export function TwoLines({
  below,
  children,
}: {
  below: string | null | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      {children}
      {below && below !== children && (
        <Text size="sm" c="dimmed" lineClamp={2} maw="44ch">
          {below}
        </Text>
      )}
    </>
  );
}
