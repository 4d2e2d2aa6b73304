import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readReadmeOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse, VersionPageResponse } from '@atelier/client/api';
import { LazyMarkdown } from '../../parts/lazy-markdown.js';
import { SiteLink } from '../../parts/site-link.js';
import { Empty, Loaded } from '../../parts/states.js';

const LOOK_EVERY_MS = 2000;

/** What the archive of a version says of it. */
export function usePageOf({ node_id: nodeId, id: versionId }: Pick<NodeVersionResponse, 'node_id' | 'id'>) {
  return useQuery({
    ...readReadmeOptions({ path: { nodeId, versionId } }),
    enabled: versionId !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_EVERY_MS : false),
  });
}

export function Readme({ version }: { version: NodeVersionResponse }): ReactNode {
  const query = usePageOf(version);
  return (
    <Loaded query={query}>
      {(page) => (page.status === 'read' ? <ReadmeText page={page} /> : <NoReadme page={page} />)}
    </Loaded>
  );
}

function ReadmeText({ page }: { page: VersionPageResponse }): ReactNode {
  const { format, text, links_base: base, pictures, path, is_cut: isCut } = page;
  return (
    <Stack gap="md">
      {format === 'markdown' ? (
        <LazyMarkdown isPage text={text} base={base} pictures={pictures} />
      ) : (
        <Code block tabIndex={0} aria-label={t`README`} style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Code>
      )}
      {isCut && (
        <Text size="sm" c="dimmed">
          <Trans>
            This is the beginning of a long README.{' '}
            {base && <SiteLink url={base + path} text={t`Read all of it`} />}
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

const REASONS = {
  absent: t`The archive of this version has none.`,
  pending: t`The archive has not been read yet. It appears here in a moment.`,
  no_archive: t`This registry has no archive of this version.`,
} as const;

function NoReadme({ page: { status, repository } }: { page: VersionPageResponse }): ReactNode {
  return (
    <Empty title={t`No README`}>
      <Text>
        {status !== 'read' && REASONS[status]}
        {repository !== '' && status !== 'pending' && (
          <>
            <Trans>
              {' '}
              Read more in its repository: <SiteLink url={repository} />
            </Trans>
          </>
        )}
      </Text>
    </Empty>
  );
}
