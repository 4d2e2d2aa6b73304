import { t } from '@lingui/core/macro';
import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function Areas(): ReactNode {
  return (
    <Stack component="section" aria-label={t`Areas`} gap="sm">
      <Title order={2} size="h4">{t`What you can do here`}</Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Area text={t`Search published nodes, with versions, changelogs and installation.`}>
          <Anchor component={Link} to="/registry" fw={600}>{t`Find a node`}</Anchor>
        </Area>
        <Area text={t`Tutorials, and every setting, limit and error.`}>
          <Anchor href="/guide/" fw={600}>{t`Read the guide`}</Anchor>
        </Area>
        <Area text={t`Everything here uses one REST API. Its documentation lets you try each call.`}>
          <Anchor href="/docs" fw={600}>{t`Use the API`}</Anchor>
        </Area>
      </SimpleGrid>
    </Stack>
  );
}

function Area({ text, children }: { text: string; children: ReactNode }): ReactNode {
  return (
    <Card>
      {children}
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </Card>
  );
}
