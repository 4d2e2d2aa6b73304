import { plural, t } from '@lingui/core/macro';
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { previewNodeBanOptions, previewPublisherBanOptions } from '@atelier/client/react-query';
import {
  banNode,
  type BanPreviewResponse,
  banPublisher,
  unbanNode,
  unbanPublisher,
} from '@atelier/client/api';
import { count } from '../../../parts/numbers.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { Failure, Waiting } from '../../../parts/states.js';

export type Banned = { kind: 'node' | 'publisher'; id: string; name: string };

export function BanButton({
  thing: { kind, id, name },
  label = t`Ban`,
  hotkey,
  onDone,
}: {
  thing: Banned;
  label?: string;
  hotkey?: string;
  onDone?: () => unknown;
}): ReactNode {
  return (
    <ReasonedAct
      label={label}
      title={t`Ban “${name}”?`}
      confirm={t`Ban`}
      isDangerous
      hotkey={hotkey}
      reason={{
        isRequired: true,
        description:
          kind === 'node' ? t`Its publisher sees this.` : t`Its members see this. Kept in the audit log.`,
      }}
      act={(reason) =>
        kind === 'node'
          ? banNode({ path: { nodeId: id }, body: { reason }, throwOnError: true })
          : banPublisher({ path: { publisherId: id }, body: { reason }, throwOnError: true })
      }
      done={t`“${name}” is banned.`}
      onDone={onDone}
    >
      {kind === 'node' ? <NodePreview nodeId={id} /> : <PublisherPreview publisherId={id} />}
    </ReasonedAct>
  );
}

export function UnbanButton({ thing: { kind, id, name } }: { thing: Banned }): ReactNode {
  return (
    <ReasonedAct
      label={t`Lift the ban`}
      title={t`Lift the ban of “${name}”?`}
      act={(reason) =>
        kind === 'node'
          ? unbanNode({ path: { nodeId: id }, body: { reason }, throwOnError: true })
          : unbanPublisher({ path: { publisherId: id }, body: { reason }, throwOnError: true })
      }
      done={t`The ${kind} “${name}” is no longer banned.`}
    >{t`Everything that was visible before the ban becomes visible again.`}</ReasonedAct>
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
  if (!data) return <Waiting what={t`Counting what disappears`} />;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {data.nodes === 0 ? t`Nothing is visible now, so nothing disappears.` : t`This disappears:`}
      </Text>
      {data.nodes > 0 && (
        <List size="sm" aria-label={t`What disappears`}>
          <List.Item>{t`${plural(data.nodes, { one: '# node', other: '# nodes' })} from search and lists`}</List.Item>
          <List.Item>{t`${plural(data.versions, { one: '# version', other: '# versions' })} that can be installed`}</List.Item>
          <List.Item>{t`${plural(data.downloads_recently, { one: '# download', other: '# downloads' })} in the last 30 days, ${count(data.downloads)} in all`}</List.Item>
          {data.nodes > 1 && (
            <List.Item>
              {data.nodes > data.examples.length ? t`Most downloaded: ` : t`The nodes: `}
              {data.examples.map(({ name }) => name).join(', ')}
            </List.Item>
          )}
        </List>
      )}
      <Text size="sm">
        {data.members === 0
          ? t`The publisher has no members.`
          : t`${plural(data.members, { one: '# member', other: '# members' })} of the publisher can still see it, with the reason.`}
      </Text>
    </Stack>
  );
}
