import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { JOBS } from './jobs.js';

const MEDIA = ['Pictures', 'Videos', 'Music'] as const;

export function ChoosePage(): ReactNode {
  return (
    <Page title="Make" text="Choose what to make. You see the price before anything starts.">
      {MEDIA.map((medium) => (
        <Stack key={medium} gap="sm">
          <Title order={2} size="h4">
            {medium}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {Object.entries(JOBS)
              .filter(([, job]) => job.medium === medium)
              .map(([kind, { text }]) => (
                <Card key={kind}>
                  <PageLink to="/studio/new/$kind" params={{ kind }} fw={600}>
                    {titleOfKind(kind)}
                  </PageLink>
                  <Text size="sm" c="dimmed" mt={4}>
                    {text}
                  </Text>
                </Card>
              ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Page>
  );
}
