import { plural, t } from '@lingui/core/macro';
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { previewNodeBanOptions, previewPublisherBanOptions } from '@atelier/client/react-query';
import {
  banNode,
  banPublisher,
  quarantineNode,
  releaseNode,
  unbanNode,
  unbanPublisher,
  updateNodeAsAdmin,
  updatePublisher,
} from '@atelier/client/api';
import { count } from '../../../parts/numbers.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { Loaded } from '../../../parts/states.js';

type Call = (id: string, reason: string) => Promise<unknown>;
type Words = {
  label: string;
  title: (name: string) => string;
  done: (name: string) => string;
  /** What happens; a ban counts it. */
  text?: string;
  node: Call;
  publisher?: Call;
};
type Thing = { id: string; name: string };

const ACTS = {
  approve: {
    label: t`Approve`,
    title: (name: string) => t`Approve “${name}”?`,
    done: (name: string) => t`“${name}” is approved.`,
    text: t`It leaves the review queue, and appears in search and lists.`,
    node: (nodeId, reason) =>
      updateNodeAsAdmin({ path: { nodeId }, body: { review_reason: '', reason }, throwOnError: true }),
    publisher: (publisherId, reason) =>
      updatePublisher({ path: { publisherId }, body: { review_reason: '', reason }, throwOnError: true }),
  },
  ban: {
    label: t`Ban`,
    title: (name: string) => t`Ban “${name}”?`,
    done: (name: string) => t`“${name}” is banned.`,
    node: (nodeId, reason) => banNode({ path: { nodeId }, body: { reason }, throwOnError: true }),
    publisher: (publisherId, reason) =>
      banPublisher({ path: { publisherId }, body: { reason }, throwOnError: true }),
  },
  unban: {
    label: t`Lift the ban`,
    title: (name: string) => t`Lift the ban of “${name}”?`,
    done: (name: string) => t`“${name}” is no longer banned.`,
    text: t`Everything that was visible before the ban becomes visible again.`,
    node: (nodeId, reason) => unbanNode({ path: { nodeId }, body: { reason }, throwOnError: true }),
    publisher: (publisherId, reason) =>
      unbanPublisher({ path: { publisherId }, body: { reason }, throwOnError: true }),
  },
  quarantine: {
    label: t`Quarantine`,
    title: (name: string) => t`Quarantine “${name}”?`,
    done: (name: string) => t`“${name}” is quarantined.`,
    text: t`It is hidden at once, as by a ban, and waits in the review queue. Nothing is lost.`,
    node: (nodeId, reason) => quarantineNode({ path: { nodeId }, body: { reason }, throwOnError: true }),
  },
  release: {
    label: t`Release`,
    title: (name: string) => t`Release “${name}” from quarantine?`,
    done: (name: string) => t`“${name}” is shown again.`,
    text: t`Everything that was visible before becomes visible again. Open reports of malware and impersonation are dismissed.`,
    node: (nodeId, reason) => releaseNode({ path: { nodeId }, body: { reason }, throwOnError: true }),
  },
} satisfies Record<string, Words>;
type Acts = typeof ACTS;

/** An act of an admin on a node or a publisher. */
export function ModerationAct({
  act,
  node,
  publisher,
  label,
  ...button
}: {
  label?: string;
  hotkey?: string;
  onDone?: () => unknown;
} & (
  | { act: keyof Acts; node: Thing; publisher?: undefined }
  | { act: 'approve' | 'ban' | 'unban'; publisher: Thing; node?: undefined }
)): ReactNode {
  const words: Words = ACTS[act];
  const { id, name } = node ?? publisher;
  const isDangerous = act === 'ban' || act === 'quarantine';
  return (
    <ReasonedAct
      key={act}
      {...button}
      label={label ?? words.label}
      title={words.title(name)}
      confirm={words.label}
      isDangerous={isDangerous}
      reason={{
        isRequired: isDangerous,
        ...(isDangerous && {
          description: node ? t`Its publisher sees this.` : t`Its members see this. Kept in the audit log.`,
        }),
      }}
      act={(reason) => (publisher && words.publisher ? words.publisher : words.node)(id, reason)}
      done={words.done(name)}
    >
      {words.text ?? <BanPreview nodeId={node?.id} publisherId={publisher?.id} />}
    </ReasonedAct>
  );
}

/** `Lift the ban` */
export function actLabel(act: keyof Acts): string {
  return ACTS[act].label;
}

/** What a ban hides. */
function BanPreview({
  nodeId = '',
  publisherId = '',
}: {
  nodeId: string | undefined;
  publisherId: string | undefined;
}): ReactNode {
  const ofNode = useQuery({ ...previewNodeBanOptions({ path: { nodeId } }), enabled: nodeId !== '' });
  const ofPublisher = useQuery({
    ...previewPublisherBanOptions({ path: { publisherId } }),
    enabled: publisherId !== '',
  });
  return (
    <Loaded query={nodeId === '' ? ofPublisher : ofNode}>
      {({ nodes, versions, downloads, downloads_recently: recently, examples, members }) => (
        <Stack gap="xs">
          <Text size="sm">
            {nodes === 0 ? t`Nothing is visible now, so nothing disappears.` : t`This disappears:`}
          </Text>
          {nodes > 0 && (
            <List size="sm" aria-label={t`What disappears`}>
              <List.Item>{t`${plural(nodes, { one: '# node', other: '# nodes' })} from search and lists`}</List.Item>
              <List.Item>{t`${plural(versions, { one: '# version', other: '# versions' })} that can be installed`}</List.Item>
              <List.Item>{t`${plural(recently, { one: '# download', other: '# downloads' })} in the last 30 days, ${count(downloads)} in all`}</List.Item>
              {nodes > 1 && (
                <List.Item>
                  {nodes > examples.length ? t`Most downloaded: ` : t`The nodes: `}
                  {examples.map(({ name }) => name).join(', ')}
                </List.Item>
              )}
            </List>
          )}
          <Text size="sm">
            {members === 0
              ? t`The publisher has no members.`
              : t`${plural(members, { one: '# member', other: '# members' })} of the publisher can still see it, with the reason.`}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
