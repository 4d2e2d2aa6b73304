import { t } from '@lingui/core/macro';
import { Alert, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeVersionOptions } from '@atelier/client/react-query';
import type { NodeVersionResponse, ReviewResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { Loaded } from '../../../parts/states.js';
import { VersionFacts } from '../../../parts/version-facts.js';
import { VersionReport } from '../../../parts/version-report.js';
import { VersionThread } from '../../../parts/version-thread.js';
import { reasonInWords } from '../../../parts/words.js';
import { Comparison } from '../moderation/comparison.js';
import { DecisionButton } from '../moderation/decision.js';
import { ModerationAct } from '../moderation/moderation-act.js';
import { ThingLink } from '../thing-link.js';

type Reviewed = { review: ReviewResponse; onDone: () => void };

/** A version, a node or a publisher that waits: why, what to know about it, and the verdicts. */
export function OneReview({
  openFile,
  ...reviewed
}: Reviewed & { openFile: (path: string) => void }): ReactNode {
  const { node_id: nodeId = '', version_id: versionId, ...review } = reviewed.review;
  const path = { nodeId, versionId: versionId ?? '' };
  const version = useQuery({ ...getNodeVersionOptions({ path }), enabled: versionId !== undefined });
  const about: [string, ReactNode][] = [
    [t`Node`, nodeId && <ThingLink key="node" kind="node" id={nodeId} />],
    [
      t`Publisher`,
      <ThingLink key="publisher" kind="publisher" id={review.publisher_id} name={review.publisher_name} />,
    ],
  ];
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {[review.node_name ?? review.publisher_name, review.version].filter(Boolean).join(' ')}
        </Title>
        <Group gap="xs">
          <Verdicts {...reviewed} version={version.data} />
        </Group>
      </Group>
      <Alert color="orange" variant="light" title={t`Why it waits`}>
        {reasonInWords(review.reason) || t`No reason was given.`}
      </Alert>
      {versionId === undefined ? (
        <Facts facts={about} />
      ) : (
        <Loaded query={version}>
          {(data) => (
            <>
              <VersionFacts version={data} lead={about} />
              <VersionReport {...path} order={3} openFile={openFile} />
              <VersionThread {...path} order={3} />
            </>
          )}
        </Loaded>
      )}
      {nodeId && <Comparison nodeId={nodeId} />}
    </Stack>
  );
}

/** Approval and refusal, by keys too. */
function Verdicts({
  review: { kind, node_id: nodeId, node_name: name = '', version_id: versionId, ...review },
  version,
  onDone,
}: Reviewed & { version: NodeVersionResponse | undefined }): ReactNode {
  const [approval, refusal] = [
    { hotkey: 'a', onDone },
    { hotkey: 'r', onDone, label: t`Refuse` },
  ];
  if (nodeId === undefined) {
    const publisher = { id: review.publisher_id, name: review.publisher_name };
    return (
      <>
        <ModerationAct act="approve" publisher={publisher} {...approval} />
        <ModerationAct act="ban" publisher={publisher} {...refusal} />
      </>
    );
  }
  if (versionId === undefined)
    return (
      <>
        <ModerationAct
          act={kind === 'quarantine' ? 'release' : 'approve'}
          node={{ id: nodeId, name }}
          {...approval}
        />
        <ModerationAct act="ban" node={{ id: nodeId, name }} {...refusal} />
      </>
    );
  if (!version) return null;
  return (
    <>
      {!version.archive_refusal && (
        <DecisionButton version={version} status="NodeVersionStatusActive" {...approval} />
      )}
      <DecisionButton version={version} status="NodeVersionStatusBanned" hotkey="r" onDone={onDone} />
    </>
  );
}
