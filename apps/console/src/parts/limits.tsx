import { t } from '@lingui/core/macro';
import { type ButtonProps, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LimitResponse, LimitsRequest, LimitsResponse } from '@atelier/client/api';
import { setUserLimitsForm } from '../api/generated/bodies/setUserLimits.js';
import { ActButton } from './act-button.js';
import { type Column, Rows } from './rows.js';
import { Failure, Waiting } from './states.js';
import { Time } from './time.js';

const PERIODS = [
  { period: 'total', title: t`In total` },
  { period: 'day', title: t`Per day` },
  { period: 'month', title: t`Per month` },
] as const;

const COLUMNS: readonly Column<LimitResponse>[] = [
  {
    title: t`Limit`,
    cell: ({ period, token_id: token }) => `${titleOf(period)}${token === null ? '' : t`, for the token`}`,
  },
  { title: t`Credits`, number: ({ allowed }) => allowed },
  { title: t`Used`, number: ({ used }) => used },
  { title: t`Left`, number: ({ left }) => left },
  { title: t`Resets`, cell: ({ resets_at: at }) => (at === null ? 'never' : <Time value={at} />) },
];

export function Limits({
  limits,
  caption,
}: {
  limits: readonly LimitResponse[];
  caption: string;
}): ReactNode {
  if (limits.length === 0) return <Text c="dimmed">{t`No limit.`}</Text>;
  return (
    <Rows
      caption={caption}
      rows={limits}
      rowKey={({ token_id: token, period }) => `${token} ${period}`}
      columns={COLUMNS}
    />
  );
}

/** Changes limits; a reason is asked for where it goes to the audit log. */
export function SetLimits({
  queryKey,
  read,
  set,
  asksReason = false,
  onDone,
  ...button
}: {
  label: string;
  'aria-label'?: string;
  title: string;
  queryKey: QueryKey;
  read: () => Promise<LimitsResponse>;
  set: (limits: LimitsRequest) => Promise<unknown>;
  asksReason?: boolean;
  onDone?: () => unknown;
} & ButtonProps): ReactNode {
  const queries = useQueryClient();
  // Read by the dialog only, when it is open.
  const { data } = useQuery({ queryKey, queryFn: read, enabled: false });
  return (
    <ActButton<LimitsRequest>
      {...button}
      schema={setUserLimitsForm}
      fields={[
        ...PERIODS.map(({ period, title }) => ({ path: period, label: title, placeholder: t`No limit` })),
        ...(asksReason ? (['reason'] as const) : []),
      ]}
      initial={data && Object.fromEntries(data.limits.map(({ period, allowed }) => [period, allowed]))}
      confirm={t`Set the limits`}
      canAct={data !== undefined}
      act={set}
      done={t`The limits are set.`}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey });
        await onDone?.();
      }}
    >
      <LimitsNow queryKey={queryKey} read={read} />
    </ActButton>
  );
}

function LimitsNow({
  queryKey,
  read,
}: {
  queryKey: QueryKey;
  read: () => Promise<LimitsResponse>;
}): ReactNode {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: read });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Stack>
      <Text size="sm">{t`The most credits that tasks may hold and cost. What was already used in the current period counts. Days and months are in UTC.`}</Text>
      {data.limits.length > 0 && <Limits limits={data.limits} caption={t`Limits now`} />}
    </Stack>
  );
}

function titleOf(period: string): string {
  return PERIODS.find((known) => known.period === period)?.title ?? period;
}
