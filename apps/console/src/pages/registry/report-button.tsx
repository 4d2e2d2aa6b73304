import { t } from '@lingui/core/macro';
import { Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type NodeResponse,
  type PublisherResponse,
  reportNode,
  type ReportNodeRequest,
  reportPublisher,
  type ReportPublisherRequest,
} from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { ActButton } from '../../parts/act-button.js';

const NODE_REASONS = {
  malware: t`It harms: malware`,
  impersonation: t`It pretends to be another node or publisher`,
  name: t`Its name is ours`,
  spam: t`It is spam`,
  licence: t`It breaks a licence`,
  broken: t`It does not work`,
  other: t`Something else`,
} satisfies Record<ReportNodeRequest['reason'], string>;

const PUBLISHER_REASONS = {
  malware: t`Its nodes harm: malware`,
  impersonation: t`It pretends to be another publisher`,
  name: t`Its id or name is ours`,
  spam: t`It is spam`,
  other: t`Something else`,
} satisfies Record<ReportPublisherRequest['reason'], string>;

/** Lets a signed-in person report another publisher's node to the admins. */
export function ReportNode({ node }: { node: NodeResponse }): ReactNode {
  return (
    <ReportButton
      name={node.name}
      publisher={node.publisher}
      isActive={node.status === 'NodeStatusActive'}
      reasons={NODE_REASONS}
      send={(body) => reportNode({ path: { nodeId: node.id }, body, throwOnError: true })}
    />
  );
}

/** Lets a signed-in person report another publisher to the admins, or claim its name. */
export function ReportPublisher({ publisher }: { publisher: PublisherResponse }): ReactNode {
  return (
    <ReportButton
      name={publisher.name}
      publisher={publisher}
      isActive={publisher.status === 'PublisherStatusActive'}
      reasons={PUBLISHER_REASONS}
      send={(body) => reportPublisher({ path: { publisherId: publisher.id }, body, throwOnError: true })}
    />
  );
}

function ReportButton<Reason extends string>({
  name,
  publisher,
  isActive,
  reasons,
  send,
}: {
  name: string;
  publisher: PublisherResponse;
  isActive: boolean;
  reasons: Record<Reason | 'malware', string>;
  send: (body: { reason: Reason | 'malware'; details: string }) => Promise<unknown>;
}): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const [reason, setReason] = useState<Reason | 'malware'>('malware');
  const [details, setDetails] = useState('');
  const isOwn = publisher.members.some(({ user }) => user.id === session?.id);
  if (!session || isOwn || !isActive) return null;
  return (
    <ActButton
      label={t`Report`}
      title={t`Report “${name}” to the admins?`}
      canAct={details.trim() !== ''}
      act={() => send({ reason, details: details.trim() })}
      done={t`Thank you. The admins read your report, and their answer comes as a notice.`}
      onDone={() => setDetails('')}
    >
      <Stack gap="md">
        <Select
          label={t`What is wrong`}
          allowDeselect={false}
          value={reason}
          onChange={(value) => value && setReason(value)}
          data={Object.entries(reasons).map(([value, label]) => ({
            value: value as Reason,
            label: label as string,
          }))}
        />
        <Textarea
          label={t`What you have seen, and where`}
          required
          autosize
          minRows={3}
          maxRows={12}
          maxLength={4_000}
          value={details}
          onChange={({ currentTarget: { value } }) => setDetails(value)}
        />
      </Stack>
    </ActButton>
  );
}
