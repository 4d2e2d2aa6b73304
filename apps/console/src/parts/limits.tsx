import { NumberInput, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LimitResponse, LimitsResponse, TokenLimitsRequest } from '@atelier/client/api';
import { ActButton } from './act-button.js';
import { count } from './numbers.js';
import { ReasonedAct } from './reasoned-act.js';
import { type Column, Rows } from './rows.js';
import { Failure, Waiting } from './states.js';
import { Time } from './time.js';

const PERIODS = [
  { period: 'total', title: 'Ever' },
  { period: 'day', title: 'On a day' },
  { period: 'month', title: 'In a month' },
] as const;

const COLUMNS: readonly Column<LimitResponse>[] = [
  {
    title: 'Limit',
    cell: ({ period, token_id: token }) => `${titleOf(period)}${token === null ? '' : ', for the token'}`,
  },
  { title: 'Credits', align: 'right', cell: ({ allowed }) => count(allowed) },
  { title: 'Used', align: 'right', cell: ({ used }) => count(used) },
  { title: 'Left', align: 'right', cell: ({ left }) => count(left) },
  { title: 'Resets', cell: ({ resets_at: at }) => (at === null ? 'never' : <Time value={at} />) },
];

export function Limits({
  limits,
  caption,
}: {
  limits: readonly LimitResponse[];
  caption: string;
}): ReactNode {
  if (limits.length === 0) return <Text c="dimmed">No limit.</Text>;
  return (
    <Rows
      caption={caption}
      rows={limits}
      rowKey={({ token_id: token, period }) => `${token} ${period}`}
      columns={COLUMNS}
    />
  );
}

export function SetLimits({
  queryKey,
  read,
  set,
  asksReason = false,
  onDone,
  ...button
}: {
  queryKey: QueryKey;
  read: () => Promise<LimitsResponse>;
  set: (limits: TokenLimitsRequest, reason: string) => Promise<unknown>;
  asksReason?: boolean;
} & Omit<Parameters<typeof ActButton>[0], 'confirm' | 'act' | 'done' | 'canAct' | 'children'>): ReactNode {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<TokenLimitsRequest>();
  const Act = asksReason ? ReasonedAct : ActButton;
  return (
    <Act
      {...button}
      confirm="Set the limits"
      canAct={wanted !== undefined}
      act={(reason = '') => set({ ...wanted }, reason)}
      done="The limits are set."
      onDone={async () => {
        setWanted(undefined);
        await queries.invalidateQueries({ queryKey });
        await onDone?.();
      }}
    >
      <LimitFields queryKey={queryKey} read={read} wanted={wanted} change={setWanted} />
    </Act>
  );
}

/** Loads the limits when the dialog opens. */
function LimitFields({
  queryKey,
  read,
  wanted,
  change,
}: {
  queryKey: QueryKey;
  read: () => Promise<LimitsResponse>;
  wanted: TokenLimitsRequest | undefined;
  change: (limits: TokenLimitsRequest) => void;
}): ReactNode {
  const present = useQuery({ queryKey, queryFn: read });
  if (present.isPending) return <Waiting />;
  if (present.isError) return <Failure error={present.error} retry={() => void present.refetch()} />;
  const { limits } = present.data;
  const values = wanted ?? Object.fromEntries(limits.map(({ period, allowed }) => [period, allowed]));
  return (
    <Stack>
      <Text size="sm">
        The most credits that tasks may hold and cost. What was already used in the current period counts.
        Days and months are in UTC.
      </Text>
      {limits.length > 0 && <Limits limits={limits} caption="Limits now" />}
      {PERIODS.map(({ period, title }) => (
        <NumberInput
          key={period}
          label={title}
          placeholder="no limit"
          suffix=" credits"
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={values[period] ?? ''}
          onChange={(value) => {
            const { [period]: _, ...others } = values;
            change(value === '' ? others : { ...others, [period]: Number(value) });
          }}
        />
      ))}
    </Stack>
  );
}

function titleOf(period: string): string {
  return PERIODS.find((known) => known.period === period)?.title ?? period;
}
