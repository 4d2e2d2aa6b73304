import { t } from '@lingui/core/macro';
import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { AppNodes } from '../../../parts/app-nodes.js';
import { ArchiveFile } from '../../../parts/archive-file.js';
import { Section } from '../../../parts/section.js';
import { Loaded } from '../../../parts/states.js';
import { VersionFacts } from '../../../parts/version-facts.js';
import { VersionReport } from '../../../parts/version-report.js';
import { VersionThread } from '../../../parts/version-thread.js';
import { DeskPage } from '../desk-page.js';
import { VersionActions } from './version-actions.js';
import { VersionVerdict } from './version-verdict.js';

const route = getRouteApi('/signed-in/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId');
const LOOK_EVERY_MS = 1000;

export function VersionPage(): ReactNode {
  const { publisherId, nodeId, versionId } = route.useParams();
  const { file = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...getNodeVersionOptions({ path: { nodeId, versionId } }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'NodeVersionStatusPending' ? LOOK_EVERY_MS : false,
  });
  const version = query.data;
  return (
    <DeskPage
      publisherId={publisherId}
      title={`${nodeId} ${version?.version ?? versionId}`}
      crumbs={[{ title: nodeId, to: `/desk/publishers/${publisherId}/nodes/${nodeId}` }]}
      actions={({ isOwner }) =>
        version && <VersionActions publisherId={publisherId} version={version} isOwner={isOwner} />
      }
    >
      {() => (
        <Loaded query={query}>
          {(read) => (
            <Version
              publisherId={publisherId}
              version={read}
              openFile={(path) => void navigate({ search: { file: path } })}
            >
              <ArchiveFile
                nodeId={read.node_id}
                versionId={read.id}
                path={file}
                close={() => void navigate({ search: {} })}
              />
            </Version>
          )}
        </Loaded>
      )}
    </DeskPage>
  );
}

function Version({
  publisherId,
  version,
  openFile,
  children,
}: {
  publisherId: string;
  version: NodeVersionResponse;
  openFile: (path: string) => void;
  children: ReactNode;
}): ReactNode {
  const { id, node_id: nodeId, status } = version;
  return (
    <Stack gap="lg">
      <VersionVerdict publisherId={publisherId} version={version} />
      {status !== 'NodeVersionStatusPending' && (
        <>
          <Section title={t`App nodes`}>
            <AppNodes version={version} />
          </Section>
          <Paper>
            <VersionReport nodeId={nodeId} versionId={id} openFile={openFile} />
          </Paper>
        </>
      )}
      {status === 'NodeVersionStatusFlagged' && (
        <Paper>
          <VersionThread nodeId={nodeId} versionId={id} />
        </Paper>
      )}
      <Paper>
        <VersionFacts version={version} />
      </Paper>
      {children}
    </Stack>
  );
}
