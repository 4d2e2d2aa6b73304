import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Card, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getStorageOptions, measureStorageMutation } from '@atelier/client/react-query';
import type {
  DiskSizeResponse,
  StoredFilesResponse,
  StorageResponse,
  TableSizeResponse,
} from '@atelier/client/api';
import { bytes, count } from '../../../parts/numbers.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { Time } from '../../../parts/time.js';

const KINDS: Record<StoredFilesResponse['kind'], string> = {
  input: t`Inputs of tasks`,
  output: t`Outputs of tasks`,
  upload: t`Uploads`,
  archive: t`Archives of versions`,
};

const FILES: readonly Column<StoredFilesResponse>[] = [
  { title: t`Files`, cell: ({ kind }) => KINDS[kind] },
  { title: t`Number`, align: 'right', cell: ({ files }) => count(files) },
  { title: t`Size`, align: 'right', cell: (row) => bytes(row.bytes) },
  { title: t`Of that in the database`, align: 'right', cell: (row) => bytes(row.bytes_in_database) },
];

const TABLES: readonly Column<TableSizeResponse>[] = [
  { title: t`Table`, cell: ({ name }) => name },
  { title: t`Rows, about`, align: 'right', cell: ({ rows }) => count(rows) },
  { title: t`Size with indexes`, align: 'right', cell: (row) => bytes(row.bytes) },
];

export function StoragePage(): ReactNode {
  const queries = useQueryClient();
  const query = useQuery(getStorageOptions());
  const measure = useMutation({
    ...measureStorageMutation(),
    onSuccess: (storage) => queries.setQueryData(getStorageOptions().queryKey, storage),
  });
  return (
    <Page
      title={t`Storage`}
      text={t`The stored files, the database and the disk.`}
      actions={
        <Button
          variant="default"
          loading={measure.isPending}
          onClick={() => measure.mutate({})}
        >{t`Count files now`}</Button>
      }
    >
      {measure.isError && <Failure error={measure.error} />}
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.data && <Figures storage={query.data} />}
    </Page>
  );
}

function Figures({ storage }: { storage: StorageResponse }): ReactNode {
  const { driver, bucket, files, files_counted_at: countedAt, database, disk } = storage;
  const total = files.reduce((sum, kind) => sum + kind.bytes, 0);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Stack>
        <Card component="section" aria-label={t`Disk`}>
          <Title order={2} size="h4" mb="sm">{t`Disk`}</Title>
          {disk ? <Disk disk={disk} /> : <Text c="dimmed">{t`The system does not report the disk.`}</Text>}
        </Card>
        <Card component="section" aria-label={t`Files`}>
          <Title order={2} size="h4">{t`Files: ${bytes(total)}`}</Title>
          <Text c="dimmed" size="sm" mb="sm">
            <Trans>
              {driver === 's3' ? t`In the bucket ${bucket ?? ''}` : t`On the disk`}, counted{' '}
              <Time value={countedAt} />
            </Trans>
          </Text>
          <Rows caption={t`Files by kind`} columns={FILES} rows={files} rowKey={({ kind }) => kind} />
        </Card>
      </Stack>
      <Card component="section" aria-label={t`Database`}>
        <Title order={2} size="h4">{t`Database: ${bytes(database.bytes)}`}</Title>
        <Text c="dimmed" size="sm" mb="sm">{t`Its ten largest tables`}</Text>
        <Rows
          caption={t`Largest tables`}
          columns={TABLES}
          rows={database.tables}
          rowKey={({ name }) => name}
        />
      </Card>
    </SimpleGrid>
  );
}

function Disk({ disk }: { disk: DiskSizeResponse }): ReactNode {
  const { total_bytes: total, free_bytes: free, reserve_bytes: reserve } = disk;
  const used = total - free;
  const share = total === 0 ? 0 : (used / total) * 100;
  return (
    <Stack gap="xs">
      <Progress
        value={share}
        size="lg"
        color={free < reserve ? 'red' : undefined}
        aria-label={t`${Math.round(share)} % of the disk is used`}
      />
      <Text size="sm">{t`${bytes(used)} of ${bytes(total)} used, ${bytes(free)} free`}</Text>
      {reserve > 0 && (
        <Text
          size="sm"
          c="dimmed"
        >{t`Files of callers are refused when less than ${bytes(reserve)} are free.`}</Text>
      )}
      {free < reserve && (
        <Alert
          color="red"
          variant="light"
          title={t`The disk is nearly full`}
        >{t`New files are refused with 507. Free some space, or move DATA_DIR to a larger disk.`}</Alert>
      )}
    </Stack>
  );
}
