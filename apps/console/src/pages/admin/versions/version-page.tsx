import { t } from '@lingui/core/macro';
import { Alert, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { ArchiveFile } from '../../../parts/archive-file.js';
import { Page } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { VersionFacts } from '../../../parts/version-facts.js';
import { VersionReport } from '../../../parts/version-report.js';
import { inWords, reasonInWords } from '../../../parts/words.js';
import { DecisionButton } from '../moderation/decision.js';
import { ThingLink } from '../thing-link.js';

const route = getRouteApi('/signed-in/admin/nodes/$nodeId/versions/$versionId');
const CRUMBS = [{ title: t`Versions`, to: '/admin/versions' }];

export function VersionPage(): ReactNode {
  const { nodeId, versionId } = route.useParams();
  const { file = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(getNodeVersionOptions({ path: { nodeId, versionId } }));
  const version = query.data;
  return (
    <Page
      title={version ? `${version.node_id} ${version.version}` : nodeId}
      crumbs={CRUMBS}
      facts={
        version && (
          <Group gap="xs">
            <ThingLink kind="node" id={nodeId} />
            <StatusBadge status={version.status} />
          </Group>
        )
      }
      actions={
        version && <Decisions version={version} onDeleted={() => void navigate({ to: '/admin/versions' })} />
      }
    >
      <Loaded query={query}>
        {(data) => <Version version={data} openFile={(path) => void navigate({ search: { file: path } })} />}
      </Loaded>
      <ArchiveFile
        nodeId={nodeId}
        versionId={versionId}
        path={file}
        close={() => void navigate({ search: {} })}
      />
    </Page>
  );
}

function Version({
  version,
  openFile,
}: {
  version: NodeVersionResponse;
  openFile: (path: string) => void;
}): ReactNode {
  return (
    <>
      {version.status_reason !== '' && (
        <Alert color="orange" variant="light" title={t`Why it has its status`}>
          {reasonInWords(version.status_reason)}
        </Alert>
      )}
      <VersionFacts
        version={version}
        lead={[[t`App nodes`, version.app_node_extract_reason || inWords(version.app_node_extract_status)]]}
      />
      <VersionReport nodeId={version.node_id} versionId={version.id} openFile={openFile} />
    </>
  );
}

function Decisions({
  version,
  onDeleted,
}: {
  version: NodeVersionResponse;
  onDeleted: () => void;
}): ReactNode {
  const { status } = version;
  return (
    <>
      {status !== 'NodeVersionStatusActive' && version.sha256 !== '' && !version.archive_refusal && (
        <DecisionButton version={version} status="NodeVersionStatusActive" />
      )}
      {status !== 'NodeVersionStatusFlagged' && (
        <DecisionButton version={version} status="NodeVersionStatusFlagged" />
      )}
      {status !== 'NodeVersionStatusBanned' && (
        <DecisionButton version={version} status="NodeVersionStatusBanned" />
      )}
      <DecisionButton version={version} status="NodeVersionStatusDeleted" onDone={onDeleted} />
    </>
  );
}
