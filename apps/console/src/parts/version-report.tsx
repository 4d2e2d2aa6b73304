import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Center, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { readReportOptions } from '@atelier/client/react-query';
import type { ArchiveFindingResponse, VersionReportResponse } from '@atelier/client/api';
import { FoundLines } from './archive-file.js';
import { bytes, count } from './numbers.js';
import { Rows } from './rows.js';
import { Failure, Waiting } from './states.js';
import { Time } from './time.js';

const FILES_SHOWN = 20;
const SEVERITIES = {
  refused: { color: 'red', word: 'refused' },
  held: { color: 'red', word: 'held' },
  warning: { color: 'orange', word: 'warning' },
  note: { color: 'gray', word: 'note' },
} satisfies Record<ArchiveFindingResponse['severity'], object>;

export function VersionReport({
  nodeId,
  versionId,
  order = 2,
  openFile,
}: {
  nodeId: string;
  versionId: string;
  order?: 2 | 3;
  /** Opens a file's text. */
  openFile: (path: string) => void;
}): ReactNode {
  const report = useQuery(readReportOptions({ path: { nodeId, versionId } }));
  if (report.isPending) return <Waiting />;
  if (report.isError) {
    return report.error instanceof ApiError && report.error.code === 'report_not_found' ? (
      <Text c="dimmed">{t`There is no report: the archive was not checked yet, or before this service kept reports.`}</Text>
    ) : (
      <Failure error={report.error} retry={() => void report.refetch()} />
    );
  }
  const file = (path: string): ReactNode => <FileName path={path} open={openFile} />;
  return (
    <Stack gap="lg">
      <Findings report={report.data} order={order} file={file} version={{ nodeId, versionId }} />
      <Files report={report.data} order={order} file={file} />
    </Stack>
  );
}

type Part = { report: VersionReportResponse; order: 2 | 3; file: (path: string) => ReactNode };

function Findings({
  report,
  order,
  file,
  version,
}: Part & { version: { nodeId: string; versionId: string } }): ReactNode {
  const hidden = report.findings_total - report.findings.length;
  return (
    <Stack gap="xs">
      <Title order={order} size="h5">{t`What the check found`}</Title>
      {report.findings.length === 0 ? (
        <Text>{t`Nothing that needs a review.`}</Text>
      ) : (
        <Rows
          caption={t`Findings`}
          rows={report.findings.map((finding, at) => ({ ...finding, at }))}
          rowKey={({ at }) => String(at)}
          columns={[
            {
              title: t`File`,
              cell: ({ path }) => (path === undefined ? t`The whole archive` : file(path)),
            },
            {
              title: t`What`,
              cell: ({ message, path, lines = [], excerpt }) => (
                <>
                  {message}
                  {lines.length > 0 && (
                    <Text component="span" c="dimmed">
                      {` ${lines.length === 1 ? t`Line` : t`Lines`} ${lines.join(', ')}.`}
                    </Text>
                  )}
                  <Source
                    excerpt={excerpt}
                    file={path === undefined ? undefined : { ...version, path }}
                    found={lines}
                  />
                </>
              ),
            },
            {
              title: t`Level`,
              cell: ({ severity, is_shadow: isShadow, is_approved: isApproved }) => (
                <Group gap={4} miw="max-content">
                  <Badge color={SEVERITIES[severity].color}>{SEVERITIES[severity].word}</Badge>
                  {isShadow && <Badge color="gray">{t`on trial`}</Badge>}
                  {isApproved && <Badge color="green">{t`approved before`}</Badge>}
                </Group>
              ),
            },
          ]}
        />
      )}
      {hidden > 0 && (
        <Text c="dimmed">{t`${plural(hidden, { one: '# further finding', other: '# further findings' })} not kept.`}</Text>
      )}
    </Stack>
  );
}

/** The first line of a finding; on demand with the lines around all of its lines. */
function Source({
  excerpt,
  file,
  found,
}: {
  excerpt: string | undefined;
  file: { nodeId: string; versionId: string; path: string } | undefined;
  found: readonly number[];
}): ReactNode {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Stack gap={4} align="stretch">
      {isOpen && file ? (
        <FoundLines {...file} found={found} />
      ) : (
        excerpt !== undefined && (
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {excerpt}
          </Code>
        )
      )}
      {file && found.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {isOpen ? t`Show less` : t`Show the lines around it`}
        </Button>
      )}
    </Stack>
  );
}

function Files({ report, order, file }: Part): ReactNode {
  const [isOpen, { open }] = useDisclosure();
  const shown = isOpen ? report.files : report.files.slice(0, FILES_SHOWN);
  const hidden = report.files_total - report.files.length;
  return (
    <Stack gap="xs">
      <Title
        order={order}
        size="h5"
      >{t`${plural(report.files_total, { one: '# file', other: '# files' })}, ${bytes(report.bytes_total)} unpacked`}</Title>
      <Text size="sm" c="dimmed">
        <Trans>
          Checked <Time value={report.checked_at} />
        </Trans>
      </Text>
      {shown.length > 0 && (
        <Rows
          caption={t`Files`}
          rows={shown.map((one, at) => ({ ...one, at }))}
          rowKey={({ at }) => String(at)}
          columns={[
            { title: t`File`, cell: ({ path }) => file(path) },
            { title: t`Size`, align: 'right', cell: (one) => bytes(one.bytes) },
          ]}
        />
      )}
      {shown.length < report.files.length && (
        <Center>
          <Button variant="default" onClick={open}>{t`Show all ${count(report.files.length)}`}</Button>
        </Center>
      )}
      {hidden > 0 && (
        <Text c="dimmed">{t`${plural(hidden, { one: '# further file', other: '# further files' })} not listed.`}</Text>
      )}
    </Stack>
  );
}

function FileName({ path, open }: { path: string; open: (path: string) => void }): ReactNode {
  return (
    <Anchor component="button" type="button" ta="left" onClick={() => open(path)}>
      <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {path}
      </Text>
    </Anchor>
  );
}
