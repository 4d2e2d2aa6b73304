import { Anchor, Code, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeVersionResponse } from '@atelier/client/api';
import { Author } from '../../../parts/author.js';
import { Time } from '../../../parts/time.js';

export function VersionFacts({ version }: { version: NodeVersionResponse }): ReactNode {
  const all = (values: readonly string[]): string => (values.length === 0 ? 'all' : values.join(', '));
  const facts: [string, ReactNode][] = [
    ['Published', <Time key="time" value={version.createdAt} />],
    ...(version.published_by
      ? [['By', <Author key="by" by={version.published_by} />] as [string, ReactNode]]
      : []),
    ['Operating systems', all(version.supported_os)],
    ['Accelerators', all(version.supported_accelerators)],
    ['Python packages', version.dependencies.length === 0 ? 'none' : version.dependencies.join(', ')],
    ...(version.sha256
      ? [
          [
            'SHA-256',
            <Code key="hash" style={{ overflowWrap: 'anywhere' }}>
              {version.sha256}
            </Code>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(version.downloadUrl
      ? [
          [
            'Archive',
            <Anchor
              key="archive"
              size="sm"
              href={`/nodes/${encodeURIComponent(version.node_id)}/versions/${version.id}/archive`}
              download
            >
              Download
            </Anchor>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          About this version
        </Title>
        <Text
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          c={version.changelog ? undefined : 'dimmed'}
        >
          {version.changelog || 'No changelog.'}
        </Text>
        <Table layout="fixed" aria-label="Facts of this version">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w="35%" fw={500}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Paper>
  );
}
