import { Badge, Button, Collapse, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { readReportOptions } from '../../../api/generated/@tanstack/react-query.gen.js';
import type { NodeVersionResponse, VersionReportResponse } from '../../../api/generated/types.gen.js';
import { bytes, counted } from '../../../parts/numbers.js';
import { Rows } from '../../../parts/rows.js';
import { Failure, Waiting } from '../../../parts/states.js';

const COLORS = { refused: 'red', warning: 'orange', note: 'gray' } as const;

/** What the check of a version's archive saw. */
export function VersionReport({ version }: { version: NodeVersionResponse }): ReactNode {
  const query = useQuery(readReportOptions({ path: { nodeId: version.node_id, versionId: version.id } }));
  const hasNone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Paper>
      <Stack gap="sm">
        <Title order={2} size="h4">
          What the check saw
        </Title>
        {query.isPending && <Waiting />}
        {hasNone && (
          <Text size="sm" c="dimmed">
            There is no report: this version was never checked, or before reports were kept.
          </Text>
        )}
        {query.isError && !hasNone && <Failure error={query.error} retry={() => void query.refetch()} />}
        {query.data && <Report report={query.data} />}
      </Stack>
    </Paper>
  );
}

function Report({ report }: { report: VersionReportResponse }): ReactNode {
  const [showsFiles, files] = useDisclosure();
  const left = report.findings_total - report.findings.length;
  return (
    <>
      {report.findings.length === 0 ? (
        <Text size="sm">Nothing stands out.</Text>
      ) : (
        <Rows
          caption="Findings"
          rows={report.findings.map((finding, index) => ({ ...finding, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { title: 'What', cell: ({ message }) => message },
            {
              title: 'Kind',
              cell: ({ severity }) => <Badge color={COLORS[severity]}>{severity}</Badge>,
            },
            {
              title: 'Where',
              cell: ({ path, lines }) =>
                path === undefined
                  ? 'the archive'
                  : `${path}${lines?.length ? `, line ${lines.join(', ')}` : ''}`,
            },
          ]}
        />
      )}
      {left > 0 && <Text size="sm">{counted(left, 'finding')} more are not kept.</Text>}
      <Group gap="sm">
        <Text size="sm">
          {counted(report.files_total, 'file')}, {bytes(report.bytes_total)} unpacked
        </Text>
        {report.files.length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={files.toggle}
            aria-expanded={showsFiles}
            aria-controls="archive-files"
          >
            {showsFiles ? 'Hide the files' : 'Show the files'}
          </Button>
        )}
      </Group>
      <Collapse expanded={showsFiles} id="archive-files" keepMounted={false}>
        <Rows
          caption="Files of the archive"
          rows={report.files}
          rowKey={({ path }) => path}
          columns={[
            { title: 'File', cell: ({ path }) => path },
            { title: 'Size', cell: (file) => bytes(file.bytes), align: 'right' },
          ]}
        />
      </Collapse>
    </>
  );
}
