import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listRescansOptions, listRulesOptions, updateRuleMutation } from '@atelier/client/react-query';
import { type RescanResponse, type RuleResponse, startRescan } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';
import { KnownMalicious } from './known-malicious.js';

const LOOK_EVERY_MS = 2_000;
const LEVELS = {
  refused: { color: 'red', word: 'refuses' },
  held: { color: 'red', word: 'holds' },
  warning: { color: 'orange', word: t`three hold` },
  note: { color: 'gray', word: 'note' },
} satisfies Record<RuleResponse['severity'], object>;

/** The rules of the scan, with a switch for those on trial, and rescans. */
export function RulesPage(): ReactNode {
  const queries = useQueryClient();
  const rules = useQuery(listRulesOptions());
  const rescans = useQuery({
    ...listRescansOptions(),
    refetchInterval: ({ state }) =>
      state.data?.rescans.some(({ ended_at: end }) => end === null) ? LOOK_EVERY_MS : false,
  });
  const update = useMutation({
    ...updateRuleMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: listRulesOptions().queryKey }),
  });
  const started = (): Promise<unknown> => rescans.refetch();
  return (
    <Page
      title={t`Rules`}
      text={t`What the scan of packages looks for. A rule on trial reports what it finds, but holds no version.`}
      actions={
        <>
          <RescanButton hold={false} onDone={started} />
          <RescanButton hold onDone={started} />
        </>
      }
    >
      {rescans.data?.rescans.slice(0, 3).map((rescan) => (
        <RescanProgress key={rescan.id} rescan={rescan} />
      ))}
      <KnownMalicious />
      {update.isError && <Failure error={update.error} />}
      {rules.isPending && <Waiting />}
      {rules.isError && <Failure error={rules.error} retry={() => void rules.refetch()} />}
      {rules.data && (
        <Rows
          caption={t`Rules`}
          rows={rules.data.rules}
          rowKey={({ id }) => id}
          columns={columns(({ id }, isShadow) =>
            update.mutate({ path: { ruleId: id }, body: { is_shadow: isShadow } }),
          )}
        />
      )}
    </Page>
  );
}

function columns(
  setShadow: (rule: RuleResponse, isShadow: boolean) => void,
): readonly Column<RuleResponse>[] {
  return [
    {
      title: t`Rule`,
      cell: ({ id, version, message }) => (
        <>
          <Text size="sm" ff="monospace">
            {id} <Text span>v{version}</Text>
          </Text>
          <Text size="sm">{message}</Text>
        </>
      ),
    },
    {
      title: t`Level`,
      cell: ({ severity }) => <Badge color={LEVELS[severity].color}>{LEVELS[severity].word}</Badge>,
    },
    { title: t`Found in versions`, align: 'right', cell: ({ versions }) => count(versions) },
    { title: t`Of these held`, align: 'right', cell: ({ held }) => count(held) },
    {
      title: t`On trial`,
      cell: (rule) => (
        <Switch
          aria-label={t`${rule.id} is on trial`}
          checked={rule.is_shadow}
          onChange={({ currentTarget: { checked } }) => setShadow(rule, checked)}
        />
      ),
    },
  ];
}

function RescanButton({ hold, onDone }: { hold: boolean; onDone: () => Promise<unknown> }): ReactNode {
  return (
    <ActButton
      label={hold ? t`Scan again and hold` : t`Scan all again`}
      title={t`Scan all versions with the current rules?`}
      isDangerous={hold}
      act={() => startRescan({ body: { hold }, throwOnError: true })}
      done={t`The rescan has started.`}
      onDone={onDone}
    >
      <Text size="sm">
        {hold
          ? t`Active versions that would be held if they were published now are held at once.`
          : t`Active versions that would be held if they were published now stay active and wait in the review queue.`}
      </Text>
    </ActButton>
  );
}

function RescanProgress({ rescan }: { rescan: RescanResponse }): ReactNode {
  const { done, total, failed, found, ended_at: end } = rescan;
  return (
    <Stack gap={4}>
      <Title order={2} size="h6">
        <Trans>
          Rescan of <Time value={rescan.started_at} />
        </Trans>
      </Title>
      {end === null && <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={t`Progress`} />}
      <Text size="sm">{t`Checked ${count(done)} of ${plural(total, { one: '# version', other: '# versions' })}.`}</Text>
      <Text size="sm">
        {rescan.holds
          ? plural(found, { one: '# version was held.', other: '# versions were held.' })
          : plural(found, { one: '# version would be held.', other: '# versions would be held.' })}
      </Text>
      {failed > 0 && (
        <Text size="sm">
          {plural(failed, { one: '# version could not be read.', other: '# versions could not be read.' })}
        </Text>
      )}
    </Stack>
  );
}
