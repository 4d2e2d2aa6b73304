import { Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type NodeResponse, reportNode, type ReportNodeRequest } from '@atelier/client';
import { sessionOptions } from '../../api/session.js';
import { ActButton } from '../../parts/act-button.js';

type Reason = ReportNodeRequest['reason'];

const REASONS = {
  malware: 'It harms: malware',
  impersonation: 'It pretends to be another node or publisher',
  name: 'Its name is ours',
  spam: 'It is spam',
  licence: 'It breaks a licence',
  broken: 'It does not work',
  other: 'Something else',
} satisfies Record<Reason, string>;

/** Lets a signed-in person report another publisher's node to the admins. */
export function ReportNode({ node }: { node: NodeResponse }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const [reason, setReason] = useState<Reason>('malware');
  const [details, setDetails] = useState('');
  const isOwn = node.publisher.members.some(({ user }) => user.id === session?.id);
  if (!session || isOwn || node.status !== 'NodeStatusActive') return null;
  return (
    <ActButton
      label="Report"
      title={`Report “${node.name}” to the admins?`}
      canAct={details.trim() !== ''}
      act={() =>
        reportNode({
          path: { nodeId: node.id },
          body: { reason, details: details.trim() },
          throwOnError: true,
        })
      }
      done="Thank you. The admins read your report, and their answer comes as a notice."
      onDone={() => setDetails('')}
    >
      <Stack gap="md">
        <Select
          label="What is wrong"
          allowDeselect={false}
          value={reason}
          onChange={(value) => value && setReason(value)}
          data={Object.entries(REASONS).map(([value, label]) => ({ value: value as Reason, label }))}
        />
        <Textarea
          label="What you have seen, and where"
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
