import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { listReportsInfiniteOptions } from '@atelier/client/react-query';
import type { AdminNodeReportResponse } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { PageLink } from '../../../parts/link.js';
import { Page } from '../../../parts/page.js';
import type { Column } from '../../../parts/rows.js';
import { ReportThread } from '../../../parts/report-thread.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { inWords } from '../../../parts/words.js';
import { ThingLink } from '../thing-link.js';
import { AnswerButton } from './answer.js';

const route = getRouteApi('/signed-in/admin/reports');

const STATUSES = [
  { value: 'open', label: t`Open` },
  { value: 'closed', label: t`Answered` },
];

const COLUMNS: readonly Column<AdminNodeReportResponse>[] = [
  {
    title: t`What`,
    cell: (report) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {inWords(report.reason)}
        </Text>
        <Subject report={report} />
      </Stack>
    ),
  },
  {
    title: t`Description`,
    cell: ({ details }) => (
      <Text size="sm" maw="60ch" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {details}
      </Text>
    ),
  },
  {
    title: t`By`,
    text: ({ reporter_name: name }) => name,
    cell: ({ reporter_id: id, reporter_name: name, weight }) => (
      <TwoLines below={weight === 1 ? null : t`Counts ${weight} times`}>
        <ThingLink kind="user" id={id} name={name} />
      </TwoLines>
    ),
  },
  { title: t`When`, time: ({ created_at: at }) => at },
  { title: t`Discussion`, cell: (report) => <Messages report={report} /> },
  { title: t`Answer`, cell: (report) => <Answer report={report} /> },
];

/** What users report of nodes and publishers. */
export function ReportsPage(): ReactNode {
  const search = route.useSearch();
  const { node, publisher, status = 'open' } = search;
  return (
    <Page
      title={t`Reports`}
      text={t`Nodes and publishers that users have reported. Enough reports of malware or impersonation quarantine a node.`}
    >
      <DataList
        caption={t`Reports`}
        query={listReportsInfiniteOptions({
          query: { status, node_id: node || undefined, publisher_id: publisher || undefined },
        })}
        rowsOf={({ reports }) => reports}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        search={search}
        filters={[
          { name: 'status', label: t`Status`, choices: STATUSES, isTabs: true, usual: 'open' },
          { name: 'node', label: t`Id of the node`, placeholder: t`All` },
          { name: 'publisher', label: t`Id of the publisher`, placeholder: t`All` },
        ]}
        empty={t`No reports`}
      />
    </Page>
  );
}

function Subject({ report }: { report: AdminNodeReportResponse }): ReactNode {
  const { node_id: nodeId, node_name: nodeName, publisher_id: publisherId, publisher_name: name } = report;
  if (nodeId !== null)
    return (
      <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId }} title={nodeId}>
        {nodeName} {report.version}
      </PageLink>
    );
  return (
    <PageLink
      inherit
      to="/admin/publishers/$publisherId"
      params={{ publisherId: publisherId ?? '' }}
      title={publisherId ?? ''}
    >{t`Publisher ${name ?? ''}`}</PageLink>
  );
}

function Messages({ report: { id, verdict } }: { report: AdminNodeReportResponse }): ReactNode {
  const [isShown, setShown] = useState(false);
  if (isShown) return <ReportThread reportId={id} isOpen={verdict === null} />;
  return <Button variant="default" size="xs" onClick={() => setShown(true)}>{t`Messages`}</Button>;
}

function Answer({ report }: { report: AdminNodeReportResponse }): ReactNode {
  if (report.verdict === null)
    return (
      <Group gap="xs">
        <AnswerButton report={report} verdict="upheld" />
        <AnswerButton report={report} verdict="dismissed" />
      </Group>
    );
  return (
    <Stack gap={4}>
      <StatusBadge status={report.verdict} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {report.answer}
      </Text>
    </Stack>
  );
}
