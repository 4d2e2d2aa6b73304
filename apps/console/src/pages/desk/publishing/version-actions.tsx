import { t } from '@lingui/core/macro';
import { Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  getNodeQueryKey,
  getNodeVersionQueryKey,
  listOfPublisherInfiniteQueryKey,
  listPublisherNodesInfiniteQueryKey,
} from '@atelier/client/react-query';
import { deleteNodeVersion, type NodeVersionResponse, updateNodeVersion } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';

export function VersionActions({
  publisherId,
  version,
  isOwner,
}: {
  publisherId: string;
  version: NodeVersionResponse;
  isOwner: boolean;
}): ReactNode {
  const { node_id: nodeId, version: number, deprecated } = version;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [changelog, setChangelog] = useState<string>();
  const path = { publisherId, nodeId, versionId: number };
  const text = changelog ?? version.changelog;
  const reread = async (): Promise<void> => {
    setChangelog(undefined);
    await Promise.all(
      [
        getNodeVersionQueryKey({ path: { nodeId, versionId: number } }),
        getNodeQueryKey({ path: { nodeId } }),
        listOfPublisherInfiniteQueryKey({ path: { publisherId } }),
        listPublisherNodesInfiniteQueryKey({ path: { publisherId } }),
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  const change = (body: { changelog?: string; deprecated?: boolean }): Promise<unknown> =>
    updateNodeVersion({ path, body, throwOnError: true });
  const changelogField = (
    <Textarea
      label={t`Changelog`}
      autosize
      minRows={4}
      maxRows={16}
      maxLength={20_000}
      value={text}
      onChange={(event) => setChangelog(event.currentTarget.value)}
    />
  );
  if (version.status === 'NodeVersionStatusBanned' || version.status === 'NodeVersionStatusDeleted')
    return null;
  return (
    <>
      <ActButton
        label={t`Edit the changelog`}
        title={t`The changelog of ${nodeId} ${number}`}
        confirm={t`Save`}
        act={() => change({ changelog: text })}
        done={t`The changelog is changed.`}
        onDone={reread}
      >
        {changelogField}
      </ActButton>
      {deprecated ? (
        <ActButton
          label={t`Stop advising against it`}
          title={t`Recommend ${nodeId} ${number} again?`}
          act={() => change({ deprecated: false })}
          done={t`${number} is no longer deprecated.`}
          onDone={reread}
        >{t`It can be offered as the latest version again.`}</ActButton>
      ) : (
        <ActButton
          label={t`Deprecate`}
          title={t`Advise against ${nodeId} ${number}?`}
          act={() => change({ deprecated: true, changelog: text })}
          done={t`${number} is deprecated.`}
          onDone={reread}
        >
          <Text size="sm">{t`It can still be installed by its number, and is no longer offered as the latest version. Say in the changelog why, and what to use instead.`}</Text>
          {changelogField}
        </ActButton>
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
            await reread();
          }}
        >{t`It can no longer be installed, and its app nodes are removed from the search. This cannot be undone, and the number cannot be used again.`}</ActButton>
      )}
    </>
  );
}
