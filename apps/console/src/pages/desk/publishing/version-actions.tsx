import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  deleteNodeVersion,
  type NodeVersionResponse,
  updateNodeVersion,
  type UpdateVersionRequest,
} from '@atelier/client/api';
import { updateNodeVersionForm } from '../../../api/generated/bodies/updateNodeVersion.js';
import { ActButton } from '../../../parts/act-button.js';

export function VersionActions({
  publisherId,
  version: { node_id: nodeId, version: number, status, deprecated, changelog },
  isOwner,
}: {
  publisherId: string;
  version: NodeVersionResponse;
  isOwner: boolean;
}): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { publisherId, nodeId, versionId: number };
  const change = (body: UpdateVersionRequest): Promise<unknown> =>
    updateNodeVersion({ path, body, throwOnError: true });
  const texts = {
    schema: updateNodeVersionForm,
    fields: [{ path: 'changelog', description: t`What is new. May contain Markdown.` }],
    initial: { changelog },
  } as const;
  if (status === 'NodeVersionStatusBanned' || status === 'NodeVersionStatusDeleted') return null;
  return (
    <>
      <ActButton<UpdateVersionRequest>
        {...texts}
        isEdit
        label={t`Edit the changelog`}
        title={t`The changelog of ${nodeId} ${number}`}
        confirm={t`Save`}
        act={change}
        done={t`The changelog is changed.`}
      />
      {deprecated ? (
        <ActButton
          label={t`Stop advising against it`}
          title={t`Recommend ${nodeId} ${number} again?`}
          act={() => change({ deprecated: false })}
          done={t`${number} is no longer deprecated.`}
        >{t`It can be offered as the latest version again.`}</ActButton>
      ) : (
        <ActButton<UpdateVersionRequest>
          {...texts}
          label={t`Deprecate`}
          title={t`Advise against ${nodeId} ${number}?`}
          act={(body) => change({ ...body, deprecated: true })}
          done={t`${number} is deprecated.`}
        >{t`It can still be installed by its number, and is no longer offered as the latest version. Say in the changelog why, and what to use instead.`}</ActButton>
      )}
      {isOwner && (
        <ActButton
          label={t`Delete`}
          isDangerous
          title={t`Delete ${nodeId} ${number}?`}
          act={() => deleteNodeVersion({ path, throwOnError: true })}
          done={t`${nodeId} ${number} is deleted.`}
          onDone={async () => {
            await navigate({
              to: '/desk/publishers/$publisherId/nodes/$nodeId',
              params: { publisherId, nodeId },
            });
            await queries.invalidateQueries();
          }}
        >{t`It can no longer be installed, and its app nodes are removed from the search. This cannot be undone, and the number cannot be used again.`}</ActButton>
      )}
    </>
  );
}
