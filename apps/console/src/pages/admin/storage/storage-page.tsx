import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getStorageOptions, measureStorageMutation } from '@atelier/client/react-query';
import type {
  DiskSizeResponse,
  StoredFilesResponse,
  StorageResponse,
  TableSizeResponse,
} from '@atelier/client/api';
import { Loaded } from '../../../parts/loaded.js';
import { bytes } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure } from '../../../parts/states.js';
import { fromNow, Time } from '../../../parts/time.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { EmptyPictures, RemoveResults } from '../free-space.js';

const DAY_SECONDS = 86_400;

/** What files of a kind are called, and how long one is kept. */
const KINDS: Record<StoredFilesResponse['kind'], { title: string; kept: (time: string | null) => string }> = {
  input: { title: t`Inputs of tasks`, kept: (time) => t`${time ?? ''} after the end of the task` },
  output: {
    title: t`Results of tasks`,
    kept: (time) => (time === null ? t`Until their user deletes them` : t`${time} after the end of the task`),
  },
  upload: { title: t`Uploads`, kept: (time) => time ?? '' },
  archive: { title: t`Archives of versions`, kept: () => t`As long as the version` },
  picture: { title: t`Picture cache`, kept: (time) => time ?? '' },
};

const SIZE = {
  title: t`Size`,
  number: (row: { bytes: number }) => row.bytes,
  cell: (row: { bytes: number }) => <span style={{ whiteSpace: 'nowrap' }}>{bytes(row.bytes)}</span>,
};

const FILES: readonly Column<StoredFilesResponse>[] = [
  { title: t`Files`, text: ({ kind }) => KINDS[kind].title },
  { title: t`Number`, number: ({ files }) => files },
  SIZE,
  { title: t`Kept`, cell: (row) => <TwoLines below={row.setting}>{keptFor(row)}</TwoLines> },
];

const TABLES: readonly Column<TableSizeResponse>[] = [
  { title: t`Table`, text: ({ name }) => name },
  { title: t`Rows (estimate)`, number: ({ rows }) => rows },
  { ...SIZE, title: t`Size with indexes` },
];

function keptFor({ kind, kept_seconds: seconds, max_bytes: most }: StoredFilesResponse): string {
  const kept = KINDS[kind].kept(
    seconds === null ? null : plural(Math.round(seconds / DAY_SECONDS), { one: '# day', other: '# days' }),
  );
  return most === null ? kept : t`${kept}, at most ${bytes(most)}`;
}

export function StoragePage(): ReactNode {
  const queries = useQueryClient();
  const query = useQuery(getStorageOptions());
  const measure = useMutation({
    ...measureStorageMutation(),
    onSuccess: (storage) => queries.setQueryData(getStorageOptions().queryKey, storage),
  });
  const count = (): void => measure.mutate({});
  return (
    <Page
      title={t`Storage`}
      text={t`What is stored, how long it is kept, and what you can remove.`}
      actions={
        <Button variant="default" loading={measure.isPending} onClick={count}>{t`Count again`}</Button>
      }
    >
      {measure.isError && <Failure error={measure.error} />}
      <Loaded query={query}>{(storage) => <Figures storage={storage} onDone={count} />}</Loaded>
    </Page>
  );
}

function Figures({ storage, onDone }: { storage: StorageResponse; onDone: () => void }): ReactNode {
  const { driver, bucket, files, files_counted_at: countedAt, database, disk } = storage;
  const total = files.reduce((sum, kind) => sum + kind.bytes, 0);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Stack>
        <Section isCard title={t`Disk`}>
          {disk ? <Disk disk={disk} /> : <Text c="dimmed">{t`The size of the disk is not known.`}</Text>}
        </Section>
        <Section isCard title={t`Files: ${bytes(total)}`}>
          <Text c="dimmed" size="sm">
            <Trans>
              {driver === 's3' ? t`In the bucket ${bucket ?? ''}` : t`On the disk`}, counted{' '}
              <Time value={countedAt} />
            </Trans>
          </Text>
          <Rows
            caption={t`Files by kind`}
            columns={FILES}
            rows={files.toSorted((a, b) => b.bytes - a.bytes)}
            rowKey={({ kind }) => kind}
            isSortable
          />
          <Group gap="xs">
            <RemoveResults onDone={onDone} />
            <EmptyPictures onDone={onDone} />
          </Group>
        </Section>
      </Stack>
      <Section isCard title={t`Database: ${bytes(database.bytes)}`}>
        <Text c="dimmed" size="sm">{t`Its ten largest tables`}</Text>
        <Rows
          caption={t`Largest tables`}
          columns={TABLES}
          rows={database.tables}
          rowKey={({ name }) => name}
          isSortable
        />
      </Section>
    </SimpleGrid>
  );
}

/** Percent of a disk from which it is worth a look, though files are accepted for long. */
const FILLING = 80;

const STATES = {
  ok: undefined,
  nearly_full: { color: 'orange', title: t`The disk is nearly full` },
  full: { color: 'red', title: t`The disk is full: new files are refused` },
} as const;

function Disk({ disk }: { disk: DiskSizeResponse }): ReactNode {
  const { total_bytes: total, free_bytes: free, reserve_bytes: reserve, full_at: fullAt } = disk;
  const used = total - free;
  const share = total === 0 ? 0 : Math.round((used / total) * 100);
  const state = STATES[disk.state];
  return (
    <>
      <Progress
        value={share}
        size="lg"
        color={state?.color ?? (share < FILLING ? undefined : 'yellow')}
        aria-label={t`${share} % of the disk is used`}
      />
      <Group gap="xs">
        <Text size="sm">{t`${share} % used: ${bytes(used)} of ${bytes(total)}, ${bytes(free)} free`}</Text>
        {!state && share >= FILLING && <Badge color="yellow">{t`Filling up`}</Badge>}
      </Group>
      {fullAt !== null && (
        <Text size="sm">{t`At the rate of the last day it is full ${fromNow(new Date(fullAt))}.`}</Text>
      )}
      {reserve > 0 && (
        <Text size="sm" c="dimmed">
          {t`Files of callers are refused when less than ${bytes(reserve)} are free (DISK_RESERVE_MB).`}
        </Text>
      )}
      {state && (
        <Alert
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          {...state}
        >{t`Remove old results or other files of this disk, or move DATA_DIR to a larger one. With OUTPUT_RETENTION_DAYS old results are removed by themselves.`}</Alert>
      )}
    </>
  );
}
