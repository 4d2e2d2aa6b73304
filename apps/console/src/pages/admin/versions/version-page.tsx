import { t } from '@lingui/core/macro';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse } from '@atelier/client/api';
import { ArchiveFile } from '../../../parts/archive-file.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { VersionFacts } from '../../../parts/version-facts.js';
import { VersionReport } from '../../../parts/version-report.js';
import { reasonInWords } from '../../../parts/words.js';
import { DecisionButton } from '../moderation/decision.js';

const route = getRouteApi('/signed-in/admin/nodes/$nodeId/versions/$versionId');
const CRUMBS = [{ title: t`Versions`, to: '/admin/versions' }];

export function VersionPage(): ReactNode {
  const { nodeId, versionId } = route.useParams();
  const { file = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: version, error, refetch } = useQuery(getNodeVersionOptions({ path: { nodeId, versionId } }));
  if (!version) {
    return (
      <Page title={nodeId} crumbs={CRUMBS}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  return (
    <Page
      title={`${version.node_id} ${version.version}`}
      crumbs={CRUMBS}
      actions={<Decisions version={version} onDeleted={() => void navigate({ to: '/admin/versions' })} />}
    >
      {version.status_reason !== '' && (
        <Alert color="orange" variant="light" title={t`Why it has its status`}>
          {reasonInWords(version.status_reason)}
        </Alert>
      )}
      <VersionFacts
        version={version}
        lead={[
          [t`Status`, <StatusBadge key="status" status={version.status} />],
          [
            t`Node`,
            <PageLink key="node" inherit to="/admin/nodes/$nodeId" params={{ nodeId: version.node_id }}>
              {version.node_id}
            </PageLink>,
          ],
          [t`App nodes`, version.app_node_extract_reason || version.app_node_extract_status],
        ]}
      />
      <VersionReport
        nodeId={nodeId}
        versionId={versionId}
        openFile={(path) => void navigate({ search: { file: path } })}
      />
      <ArchiveFile
        nodeId={nodeId}
        versionId={versionId}
        path={file}
        close={() => void navigate({ search: {} })}
      />
    </Page>
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
