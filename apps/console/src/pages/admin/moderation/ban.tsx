import { List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { previewNodeBanOptions, previewPublisherBanOptions } from '@atelier/client/react-query';
import {
  banNode,
  type BanPreviewResponse,
  banPublisher,
  unbanNode,
  unbanPublisher,
} from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { count, counted } from '../../../parts/numbers.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { ReasonField } from './reason-field.js';

export type Banned = { kind: 'node' | 'publisher'; id: string; name: string };

export function BanButton({
  thing: { kind, id, name },
  label = 'Ban',
  hotkey,
  onDone,
}: {
  thing: Banned;
  label?: string;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  return (
    <ActButton
      label={label}
      title={`${label === 'Ban' ? 'Ban' : 'Refuse and ban'} the ${kind} “${name}”?`}
      confirm="Ban"
      isDangerous
      canAct={reason.trim() !== ''}
      {...(hotkey === undefined ? {} : { hotkey })}
      act={() =>
        kind === 'node'
          ? banNode({ path: { nodeId: id }, body: { reason: reason.trim() }, throwOnError: true })
          : banPublisher({ path: { publisherId: id }, body: { reason: reason.trim() }, throwOnError: true })
      }
      done={`The ${kind} “${name}” is banned.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
        await onDone?.();
      }}
    >
      <Stack gap="md">
        {kind === 'node' ? <NodePreview nodeId={id} /> : <PublisherPreview publisherId={id} />}
        <ReasonField
          label="Why"
          description={
            kind === 'node' ? 'Its publisher sees this.' : 'Its members see this. Kept in the audit log.'
          }
          isRequired
          value={reason}
          change={setReason}
        />
      </Stack>
    </ActButton>
  );
}

export function UnbanButton({ thing: { kind, id, name } }: { thing: Banned }): ReactNode {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const body = { reason: reason.trim() };
  return (
    <ActButton
      label="Lift the ban"
      title={`Lift the ban of the ${kind} “${name}”?`}
      act={() =>
        kind === 'node'
          ? unbanNode({ path: { nodeId: id }, body, throwOnError: true })
          : unbanPublisher({ path: { publisherId: id }, body, throwOnError: true })
      }
      done={`The ${kind} “${name}” is no longer banned.`}
      onDone={async () => {
        setReason('');
        await queries.invalidateQueries();
      }}
    >
      <Stack gap="md">
        <Text size="sm">Exactly what was visible before the ban becomes visible again.</Text>
        <ReasonField label="Why" description="Kept in the audit log." value={reason} change={setReason} />
      </Stack>
    </ActButton>
  );
}

function NodePreview({ nodeId }: { nodeId: string }): ReactNode {
  return <Preview query={useQuery(previewNodeBanOptions({ path: { nodeId } }))} />;
}

function PublisherPreview({ publisherId }: { publisherId: string }): ReactNode {
  return <Preview query={useQuery(previewPublisherBanOptions({ path: { publisherId } }))} />;
}

function Preview({
  query: { data, error },
}: {
  query: { data: BanPreviewResponse | undefined; error: unknown };
}): ReactNode {
  if (error) return <Failure error={error} />;
  if (!data) return <Waiting what="Counting what disappears" />;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {data.nodes === 0 ? 'Nothing is visible now, so nothing disappears.' : 'This disappears:'}
      </Text>
      {data.nodes > 0 && (
        <List size="sm" aria-label="What disappears">
          <List.Item>{counted(data.nodes, 'node')} from search and lists</List.Item>
          <List.Item>{counted(data.versions, 'version')} that can be installed</List.Item>
          <List.Item>
            {counted(data.downloads_recently, 'download')} in the last 30 days, {count(data.downloads)} in all
          </List.Item>
          {data.nodes > 1 && (
            <List.Item>
              {data.nodes > data.examples.length ? 'Most downloaded: ' : 'The nodes: '}
              {data.examples.map(({ name }) => name).join(', ')}
            </List.Item>
          )}
        </List>
      )}
      <Text size="sm">
        {data.members === 0
          ? 'The publisher has no members.'
          : `${counted(data.members, 'member')} of the publisher can still see it, with the reason.`}
      </Text>
    </Stack>
  );
}
