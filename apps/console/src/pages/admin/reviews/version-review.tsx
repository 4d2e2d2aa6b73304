import { t } from '@lingui/core/macro';
import { Alert, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { ReviewResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { reasonInWords } from '../../../parts/words.js';
import { VersionFacts } from '../../../parts/version-facts.js';
import { VersionReport } from '../../../parts/version-report.js';
import { VersionThread } from '../../../parts/version-thread.js';
import { Comparison } from '../moderation/comparison.js';
import { DecisionButton } from '../moderation/decision.js';

export function VersionReview({
  review,
  nodeId,
  versionId,
  openFile,
  onDone,
}: {
  review: ReviewResponse;
  nodeId: string;
  versionId: string;
  openFile: (path: string) => void;
  onDone: () => void;
}): ReactNode {
  const version = useQuery(getNodeVersionOptions({ path: { nodeId, versionId } }));
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {review.node_name} {review.version}
        </Title>
        {version.data && (
          <Group gap="xs">
            {!version.data.archive_refusal && (
              <DecisionButton
                version={version.data}
                status="NodeVersionStatusActive"
                hotkey="a"
                onDone={onDone}
              />
            )}
            <DecisionButton
              version={version.data}
              status="NodeVersionStatusBanned"
              hotkey="r"
              onDone={onDone}
            />
          </Group>
        )}
      </Group>
      <Alert color="orange" variant="light" title={t`Why it waits`}>
        {reasonInWords(review.reason) || t`No reason was given.`}
      </Alert>
      {version.isPending && <Waiting />}
      {version.isError && <Failure error={version.error} retry={() => void version.refetch()} />}
      {version.data && (
        <>
          <VersionFacts
            version={version.data}
            lead={[
              [
                t`Node`,
                <PageLink key="node" inherit to="/admin/nodes/$nodeId" params={{ nodeId }}>
                  {nodeId}
                </PageLink>,
              ],
              [
                t`Publisher`,
                <PageLink
                  key="publisher"
                  inherit
                  to="/admin/publishers/$publisherId"
                  params={{ publisherId: review.publisher_id }}
                >
                  {review.publisher_name}
                </PageLink>,
              ],
            ]}
          />
          <VersionReport nodeId={nodeId} versionId={versionId} order={3} openFile={openFile} />
          <VersionThread nodeId={nodeId} versionId={versionId} order={3} />
          <Comparison nodeId={nodeId} order={3} />
        </>
      )}
    </Stack>
  );
}
