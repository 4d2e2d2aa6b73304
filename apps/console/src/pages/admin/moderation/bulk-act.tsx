import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listBulkActsOptions, readBulkActOptions } from '@atelier/client/react-query';
import {
  type BulkActResponse,
  previewBulkAct,
  type PreviewBulkActRequest,
  startBulkAct,
} from '@atelier/client/api';
import { count } from '../../../parts/numbers.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { actLabel } from './moderation-act.js';

const LOOK_EVERY_MS = 1_000;
type Act = PreviewBulkActRequest['act'];
export type BulkFilter = Omit<PreviewBulkActRequest, 'act'>;

const ACTS = (['ban', 'quarantine', 'unban', 'release'] as const).map((value) => ({
  value,
  label: actLabel(value),
}));

const previewOptions = (body: PreviewBulkActRequest) =>
  queryOptions({
    queryKey: ['previewBulkAct', body],
    queryFn: async ({ signal }) => (await previewBulkAct({ body, signal, throwOnError: true })).data,
    staleTime: 0,
  });

/** Bans, quarantines or shows again every node that a filter finds, after a look at them. */
export function BulkActButton({
  filter,
  label = t`Act on all found`,
  onDone,
}: {
  filter: BulkFilter;
  label?: string;
  onDone?: () => unknown;
}): ReactNode {
  const [act, setAct] = useState<Act>('ban');
  const queries = useQueryClient();
  const options = previewOptions({ act, ...filter });
  // Read by the dialog only, when it is open.
  const { data: preview } = useQuery({ ...options, enabled: false });
  const total = preview?.total ?? 0;
  return (
    <ReasonedAct
      label={label}
      title={t`Act on many nodes?`}
      confirm={`${actLabel(act)}: ${plural(total, { one: '# node', other: '# nodes' })}`}
      isDangerous={act === 'ban' || act === 'quarantine'}
      canAct={total > 0}
      reason={{
        isRequired: true,
        description: t`Publishers read it with a ban or a quarantine. Kept in the audit log of each node.`,
      }}
      act={(reason) =>
        startBulkAct({
          body: { act, ...filter, reason, digest: preview?.digest ?? '' },
          throwOnError: true,
        }).catch(async (error: unknown) => {
          await queries.invalidateQueries({ queryKey: options.queryKey });
          throw error;
        })
      }
      done={t`${actLabel(act)}: started for ${plural(total, { one: '# node', other: '# nodes' })}.`}
      onDone={onDone}
    >
      <SegmentedControl
        aria-label={t`Act`}
        data={ACTS}
        value={act}
        onChange={(value) => setAct(ACTS.find((known) => known.value === value)?.value ?? act)}
      />
      <Preview options={options} />
    </ReasonedAct>
  );
}

function Preview({ options }: { options: ReturnType<typeof previewOptions> }): ReactNode {
  return (
    <Loaded query={useQuery(options)}>
      {({ total, nodes }) =>
        total === 0 ? (
          <Text size="sm">{t`It would change nothing.`}</Text>
        ) : (
          <Stack gap="xs">
            <Text size="sm">
              {total > nodes.length
                ? t`It changes ${count(total)} nodes. The first ${count(nodes.length)} are:`
                : t`It changes ${plural(total, { one: '# node', other: '# nodes' })}:`}
            </Text>
            <LongList label={t`What is changed`}>
              {nodes.map(({ id, name, publisher_id: publisher }) => (
                <List.Item key={id}>
                  {name}{' '}
                  <Text span size="sm" c="dimmed">
                    {name === id ? t`of ${publisher}` : t`${id} of ${publisher}`}
                  </Text>
                </List.Item>
              ))}
            </LongList>
          </Stack>
        )
      }
    </Loaded>
  );
}

function LongList({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <List size="sm" aria-label={label} mah={240} style={{ overflowY: 'auto' }} tabIndex={0}>
      {children}
    </List>
  );
}

/** The act on many nodes that was started last, with its progress. */
export function LastBulkAct(): ReactNode {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...listBulkActsOptions(),
    refetchInterval: ({ state }) => (state.data?.bulk_acts.some(isRunning) ? LOOK_EVERY_MS : false),
  });
  const last = data?.bulk_acts[0];
  const runs = last !== undefined && isRunning(last);
  // An act may be over before it is seen to run.
  const state = data && `${last?.id} ${last?.ended_at}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current !== undefined && known.current !== state && !runs) void queries.invalidateQueries();
    known.current = state;
  }, [state, runs, queries]);
  if (!last) return null;
  const { done, failed, total } = last;
  return (
    <Stack gap={4} component="section" aria-label={t`Last act on many nodes`}>
      {runs && <Progress value={(100 * (done + failed)) / Math.max(total, 1)} aria-label={t`Progress`} />}
      <Text size="sm">
        {failed > 0 ? (
          <Trans>
            {actLabel(last.act)}, <Time value={last.started_at} />: {count(done)} of{' '}
            {plural(total, { one: '# node', other: '# nodes' })} done, {count(failed)} not changed.
          </Trans>
        ) : (
          <Trans>
            {actLabel(last.act)}, <Time value={last.started_at} />: {count(done)} of{' '}
            {plural(total, { one: '# node', other: '# nodes' })} done.
          </Trans>
        )}
      </Text>
      {failed > 0 && !runs && <Failures id={last.id} />}
    </Stack>
  );
}

function Failures({ id }: { id: string }): ReactNode {
  const { data } = useQuery(readBulkActOptions({ path: { bulkActId: id } }));
  return (
    <LongList label={t`What was not changed`}>
      {data?.failures.map(({ node_id: node, problem }) => (
        <List.Item key={node}>
          {node}: {problem}
        </List.Item>
      ))}
    </LongList>
  );
}

function isRunning({ ended_at: end }: BulkActResponse): boolean {
  return end === null;
}
