import { t } from '@lingui/core/macro';
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
          [t`Published`, <Time key="published" value={version.createdAt} />],
          [t`By`, author && <Author key="by" by={author} />],
          [t`Deprecated`, version.deprecated && t`Yes`],
          [t`Operating systems`, version.supported_os.join(', ') || t`All`],
          [t`Accelerators`, version.supported_accelerators.join(', ') || t`All`],
          [t`Python packages`, dependencies.join(', ') || t`None`],
          ['SHA-256', sha256 && <Code key="hash">{sha256}</Code>],
          [
            t`Archive`,
            version.downloadUrl && (
              <Anchor
                key="archive"
                inherit
                href={`/nodes/${encodeURIComponent(nodeId)}/versions/${version.id}/archive`}
                download
              >{t`Download`}</Anchor>
            ),
          ],
        ]}
      />
      <Stack gap={0}>
        <Text size="sm" c="dimmed">{t`Changelog`}</Text>
        <Spoiler maxHeight={CHANGELOG_HEIGHT} showLabel={t`Show all`} hideLabel={t`Show less`}>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {changelog || t`No changelog`}
          </Text>
        </Spoiler>
      </Stack>
    </Stack>
  );
}
