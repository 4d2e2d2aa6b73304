import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listRescansOptions } from '@atelier/client/react-query';
import { type RescanResponse, startRescan } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { count } from '../../../parts/numbers.js';
import { Loaded } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const LOOK_EVERY_MS = 2_000;
const RESCANS_SHOWN = 3;

/** The last rescans; the page follows one that runs. */
export function Rescans(): ReactNode {
  const query = useQuery({
    ...listRescansOptions(),
    refetchInterval: ({ state }) =>
      state.data?.rescans.some(({ ended_at: end }) => end === null) ? LOOK_EVERY_MS : false,
  });
  return (
    <Loaded query={query}>
      {({ rescans }) =>
        rescans.length === 0 ? (
          <Text size="sm">{t`Versions were scanned when they were published, and not since.`}</Text>
        ) : (
          rescans.slice(0, RESCANS_SHOWN).map((rescan) => <Rescan key={rescan.id} rescan={rescan} />)
        )
      }
    </Loaded>
  );
}

function Rescan({ rescan }: { rescan: RescanResponse }): ReactNode {
  const { done, total, failed, found, ended_at: end } = rescan;
  const sentences = [
    t`Checked ${count(done)} of ${plural(total, { one: '# version', other: '# versions' })}.`,
    rescan.holds
      ? plural(found, { one: '# version was held.', other: '# versions were held.' })
      : plural(found, { one: '# version would be held.', other: '# versions would be held.' }),
    failed > 0 &&
      plural(failed, { one: '# version could not be read.', other: '# versions could not be read.' }),
  ];
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        <Trans>
          Scan of <Time value={rescan.started_at} />
        </Trans>
      </Text>
      {end === null && <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={t`Progress`} />}
      <Text size="sm">{sentences.filter(Boolean).join(' ')}</Text>
    </Stack>
  );
}

export function RescanButton({ hold = false }: { hold?: boolean }): ReactNode {
  return (
    <ActButton
      label={hold ? t`Scan again and hold` : t`Scan all again`}
      title={t`Scan all versions with the current rules?`}
      isDangerous={hold}
      act={() => startRescan({ body: { hold }, throwOnError: true })}
      done={t`The rescan has started.`}
    >
      {hold
        ? t`Active versions that would be held if they were published now are held at once.`
        : t`Active versions that would be held if they were published now stay active and wait in the review queue.`}
    </ActButton>
  );
}
