import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { VendorKeyResponse, VendorResponse, VendorWorkResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { isMediaKind, titleOfKind } from '../../../parts/media-kinds.js';
import { count, duration } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Time } from '../../../parts/time.js';
import { inWords } from '../../../parts/words.js';
import { DrainVendor, RetryVendor, WeightVendor } from '../vendor-acts.js';
import { PaidTest } from './paid-test.js';
import { VendorTest } from './vendor-test.js';

const COLUMNS: readonly Column<VendorWorkResponse>[] = [
  { title: t`Work`, cell: ({ name }) => workTitle(name) },
  { title: t`Calls`, number: ({ calls }) => calls },
  { title: t`Errors`, align: 'right', cell: (work) => <Errors work={work} /> },
  { title: t`Input refused`, align: 'right', cell: (work) => <Refusals work={work} /> },
  { title: t`Median`, align: 'right', cell: ({ p50_ms }) => time(p50_ms) },
  { title: t`95th percentile`, align: 'right', cell: ({ p95_ms }) => time(p95_ms) },
];

/** A vendor operation, or a kind of task of the local engines. */
function workTitle(name: string): string {
  return isMediaKind(name) ? titleOfKind(name) : inWords(name);
}

export function Vendor({ vendor, onDone }: { vendor: VendorResponse; onDone: () => unknown }): ReactNode {
  const { name, is_upstream: isUpstream, kinds, works, circuit, last_error: lastError } = vendor;
  const card = useRef<HTMLDivElement>(null);
  const isAsked = useLocation({ select: ({ hash }) => hash === `vendor-${name}` });
  useEffect(() => {
    if (isAsked) card.current?.scrollIntoView();
  }, [isAsked]);
  return (
    <Card ref={card} component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {isUpstream ? name : t`Engines of this service`}
          </Title>
          <Group gap="xs">
            <Badge color={isUpstream ? 'grape' : 'gray'}>{isUpstream ? t`upstream` : t`local`}</Badge>
            {vendor.draining && <Badge color="yellow">{t`drained`}</Badge>}
            {circuit && <Badge color={CIRCUITS[circuit].color}>{CIRCUITS[circuit].text}</Badge>}
          </Group>
        </Group>
        {isUpstream && (
          <Facts
            columns={{ base: 2, xs: 2, lg: 4 }}
            facts={[
              [t`Called at`, vendor.host],
              [t`Priority`, vendor.priority === 0 ? t`0, comes first` : vendor.priority],
              [t`Weight`, weightOf(vendor)],
              [t`Keys`, <Keys key="keys" keys={vendor.keys} />],
            ]}
          />
        )}
        <Group gap={6}>
          {kinds.map((kind) => (
            <Badge key={kind} color="gray" title={kind}>
              {titleOfKind(kind)}
            </Badge>
          ))}
        </Group>
        {vendor.draining && (
          <Alert
            color="yellow"
            variant="light"
            title={t`It gets no new tasks`}
          >{t`Existing orders are completed. Resume it when it may get new tasks again.`}</Alert>
        )}
        {circuit === 'open' && (
          <Alert
            color="red"
            variant="light"
            title={t`Calls are refused for a moment`}
          >{t`${plural(vendor.broken_in, { one: '# process', other: '# processes' })} of the service pause: several calls in a row failed, or the vendor refuses every key, as the account may be empty. Tasks wait meanwhile. Check the last error, the account, and the address and key in the settings.`}</Alert>
        )}
        {works.length === 0 ? (
          <Text c="dimmed">
            {isUpstream ? t`It was not called in the last hour.` : t`They did no work in the last hour.`}
          </Text>
        ) : (
          <Rows caption={t`Work of ${name}`} columns={COLUMNS} rows={works} rowKey={(work) => work.name} />
        )}
        {lastError && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Last error: <b>{lastError.message ?? lastError.code}</b>, at “{workTitle(lastError.work)}”,{' '}
              <Time value={lastError.at} />
            </Trans>
          </Text>
        )}
        {isUpstream && (
          <Group gap="xs" align="flex-start">
            {circuit !== 'closed' && <RetryVendor vendor={name} onDone={onDone} />}
            <DrainVendor vendor={name} isDrained={vendor.draining} onDone={onDone} />
            <WeightVendor vendor={name} weight={vendor.set_weight} onDone={onDone} />
            <VendorTest name={name} />
            {vendor.tests[0] && <PaidTest name={name} test={vendor.tests[0]} />}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

const CIRCUITS = {
  closed: { color: 'green', text: t`calls go through` },
  half_open: { color: 'yellow', text: t`trying again` },
  open: { color: 'red', text: t`calls are refused` },
} as const;

function Keys({ keys }: { keys: readonly VendorKeyResponse[] }): ReactNode {
  const numbered = keys.map((key, index) => ({ ...key, number: index + 1 }));
  const resting = numbered.filter((key) => key.rests_until !== null);
  if (resting.length === 0) return t`${count(keys.length)}, in use`;
  return (
    <>
      <Trans>
        {plural(resting.length, { one: '# key', other: '# keys' })} of {count(keys.length)} limited or refused
        by the vendor
        <List size="sm">
          {resting.map(({ number, rests_until: until, rests_in: processes }) => (
            <List.Item key={number}>
              <Trans>
                Key {number} is used again <Time value={until} />, in{' '}
                {plural(processes, { one: '# process', other: '# processes' })}
              </Trans>
            </List.Item>
          ))}
        </List>
      </Trans>
    </>
  );
}

function weightOf({ weight, set_weight: set }: VendorResponse): string {
  if (set !== null) return t`${count(set)}, set here`;
  return weight === null ? t`none: the cheapest comes first` : t`${count(weight)}, from the settings`;
}

function Errors({ work: { errors } }: { work: VendorWorkResponse }): ReactNode {
  return errors === 0 ? '0' : <Badge color="red">{count(errors)}</Badge>;
}

/** Callers are refused for what they send; if most are, the cause may lie elsewhere. */
function Refusals({ work: { calls, refusals } }: { work: VendorWorkResponse }): ReactNode {
  return refusals > calls / 2 ? <Badge color="yellow">{count(refusals)}</Badge> : count(refusals);
}

function time(ms: number | null): string {
  return ms === null ? '–' : duration(ms);
}
