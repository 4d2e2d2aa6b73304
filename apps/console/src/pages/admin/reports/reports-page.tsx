import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { listReportsInfiniteOptions } from '@atelier/client/react-query';
import type { AdminNodeReportResponse } from '@atelier/client/api';
import { PageLink } from '../../../parts/link.js';
import { Listing } from '../../../parts/listing.js';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { ReportThread } from '../../../parts/report-thread.js';
import { Empty } from '../../../parts/states.js';
import { StatusBadge } from '../../../parts/status-badge.js';
import { Time } from '../../../parts/time.js';
import { inWords } from '../../../parts/words.js';
import { REPORT_STATUSES } from '../moderation/routes.js';
import { AnswerButton } from './answer.js';

const route = getRouteApi('/signed-in/admin/reports');

const COLUMNS: readonly Column<AdminNodeReportResponse>[] = [
  {
    title: 'What',
    cell: ({ reason, node_id: nodeId, publisher_id: publisherId, version }) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {inWords(reason)}
        </Text>
        {nodeId !== null && (
          <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId }}>
            {nodeId} {version}
          </PageLink>
        )}
        {publisherId !== null && (
          <PageLink inherit to="/admin/publishers/$publisherId" params={{ publisherId }}>
            Publisher {publisherId}
          </PageLink>
        )}
      </Stack>
    ),
  },
  {
    title: 'Seen',
    cell: ({ details }) => (
      <Text size="sm" maw="60ch" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {details}
      </Text>
    ),
  },
  { title: 'By', cell: ({ reporter_name: name, weight }) => `${name}, counts ${weight}` },
  { title: 'When', cell: ({ created_at: at }) => <Time value={at} /> },
  { title: 'Said', cell: (report) => <Messages report={report} /> },
  { title: 'Answer', cell: (report) => <Answer report={report} /> },
];

/** What users report of nodes and publishers. */
export function ReportsPage(): ReactNode {
  const { node, publisher, status = 'open' } = route.useSearch();
  const of = { ...(node ? { node } : {}), ...(publisher ? { publisher } : {}) };
  const navigate = route.useNavigate();
  const list = useInfiniteQuery({
    ...listReportsInfiniteOptions({
      query: {
        status,
        ...(node ? { node_id: node } : {}),
        ...(publisher ? { publisher_id: publisher } : {}),
      },
    }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
  });
  return (
    <Page
      title="Reports"
      text="What users report of nodes and publishers. Enough reports of malware or impersonation quarantine a node."
    >
      <Group>
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(value) =>
            void navigate({
              search: { ...of, status: REPORT_STATUSES.find((one) => one === value) },
            })
          }
          data={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Answered' },
          ]}
        />
        {(node ?? publisher) && (
          <PageLink to="/admin/reports" search={{ status }}>
            Those of all
          </PageLink>
        )}
      </Group>
      <Listing query={list} rowsOf={(page) => page.reports} empty={<Empty title="No reports" />}>
        {(reports) => <Rows caption="Reports" columns={COLUMNS} rows={reports} rowKey={({ id }) => id} />}
      </Listing>
    </Page>
  );
}

function Messages({ report: { id, verdict } }: { report: AdminNodeReportResponse }): ReactNode {
  const [isShown, setShown] = useState(false);
  if (isShown) return <ReportThread reportId={id} isOpen={verdict === null} />;
  return (
    <Button variant="default" size="xs" onClick={() => setShown(true)}>
      Messages
    </Button>
  );
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
