import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of a thing, name by name; those without a value are left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  const known = facts.filter(
    ([, value]) => value !== '' && value !== undefined && value !== null && value !== false,
  );
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
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

/** A link to elsewhere, where the address is one that a browser may open; else the text alone. */
export function OutsideLink({ url }: { url: string }): ReactNode {
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" inherit>
      {url.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </Anchor>
  );
}
