import { Anchor, Code, Spoiler, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NodeVersionResponse } from '@atelier/client/api';
import { Author } from './author.js';
import { Facts } from './facts.js';
import { Time } from './time.js';

const CHANGELOG_HEIGHT = 160;

/** What a version says of itself, with its changelog, for its members and for reviewers. */
export function VersionFacts({
  version,
  lead = [],
}: {
  version: NodeVersionResponse;
  /** Shown before the others. */
  lead?: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  const { node_id: nodeId, changelog, dependencies, published_by: author, sha256 } = version;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ...lead,
          ['Published', <Time key="published" value={version.createdAt} />],
          ['By', author && <Author key="by" by={author} />],
          ['Deprecated', version.deprecated && 'Yes'],
          ['Operating systems', version.supported_os.join(', ') || 'All'],
          ['Accelerators', version.supported_accelerators.join(', ') || 'All'],
          ['Python packages', dependencies.join(', ') || 'None'],
          ['SHA-256', sha256 && <Code key="hash">{sha256}</Code>],
          [
            'Archive',
            version.downloadUrl && (
              <Anchor
                key="archive"
                inherit
                href={`/nodes/${encodeURIComponent(nodeId)}/versions/${version.id}/archive`}
                download
              >
                Download
              </Anchor>
            ),
          ],
        ]}
      />
      <Stack gap={0}>
        <Text size="sm" c="dimmed">
          Changelog
        </Text>
        <Spoiler maxHeight={CHANGELOG_HEIGHT} showLabel="Show all" hideLabel="Show less">
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {changelog || 'No changelog'}
          </Text>
        </Spoiler>
      </Stack>
    </Stack>
  );
}
