import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listReportsInfiniteOptions } from '@atelier/client/react-query';
import { type AdminNodeReportResponse, resolveReport } from '@atelier/client/api';
import { DataList } from '../../../parts/data-list.js';
import { Page } from '../../../parts/page.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { ReportThread } from '../../../parts/report-thread.js';
import type { Column } from '../../../parts/rows.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { inWords } from '../../../parts/words.js';
import { ThingLink } from '../thing-link.js';

const route = getRouteApi('/signed-in/admin/reports');

const STATUSES = [
  { value: 'open', label: t`Open` },
  { value: 'closed', label: t`Answered` },
];

const COLUMNS: readonly Column<AdminNodeReportResponse>[] = [
  {
    title: t`What`,
    text: ({ reason }) => inWords(reason),
    cell: (report) => (
      <>
        <Text size="sm" fw={600}>
          {inWords(report.reason)}
        </Text>
        <Subject report={report} />
      </>
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
      <TwoLines below={weightInWords(weight)}>
        <ThingLink kind="user" id={id} name={name} />
      </TwoLines>
    ),
  },
  { title: t`When`, time: ({ created_at: at }) => at },
  { title: t`Discussion`, cell: (report) => <Messages report={report} /> },
  { title: t`Answer`, cell: (report) => <Answer report={report} /> },
];

function weightInWords(weight: number): string {
  if (weight === 1) return '';
  return weight === 0 ? t`Does not count towards a quarantine` : t`Counts ${weight} times`;
}

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
  const { node_id: node, publisher_id: publisher, version } = report;
  if (node === null)
    return <ThingLink kind="publisher" id={publisher ?? ''} name={t`Publisher ${nameOf(report)}`} />;
  return <ThingLink kind="node" id={node} name={version ? `${nameOf(report)} ${version}` : nameOf(report)} />;
}

function nameOf({ node_name: node, publisher_name: publisher }: AdminNodeReportResponse): string {
  return node ?? publisher ?? '';
}

function Messages({ report: { id, verdict } }: { report: AdminNodeReportResponse }): ReactNode {
  const [isShown, { open }] = useDisclosure();
  if (isShown) return <ReportThread reportId={id} isOpen={verdict === null} />;
  return <Button variant="default" size="xs" onClick={open}>{t`Messages`}</Button>;
}

function Answer({ report }: { report: AdminNodeReportResponse }): ReactNode {
  if (report.verdict !== null)
    return (
      <TwoLines below={report.answer}>
        <StatusBadge status={report.verdict} />
      </TwoLines>
    );
  const name = nameOf(report);
  return (
    <Group gap="xs">
      <AnswerButton
        report={report}
        verdict="upheld"
        label={t`Uphold`}
        title={t`Uphold the report of ${name}?`}
        done={t`The report of ${name} is upheld.`}
      />
      <AnswerButton
        report={report}
        verdict="dismissed"
        label={t`Dismiss`}
        title={t`Dismiss the report of ${name}?`}
        done={t`The report of ${name} is dismissed.`}
      />
    </Group>
  );
}

function AnswerButton({
  report: { id, node_name: node, reporter_name: reporter },
  verdict,
  ...words
}: {
  report: AdminNodeReportResponse;
  verdict: 'upheld' | 'dismissed';
  label: string;
  title: string;
  done: string;
}): ReactNode {
  return (
    <ReasonedAct
      {...words}
      size="xs"
      reason={{
        label: t`Answer to ${reporter}`,
        description:
          node === null
            ? t`The publisher is not changed. Ban it on its page.`
            : t`The node is not changed. Ban or quarantine it on its page.`,
        isRequired: true,
      }}
      act={(answer) =>
        resolveReport({ path: { reportId: id }, body: { verdict, answer }, throwOnError: true })
      }
    />
  );
}
