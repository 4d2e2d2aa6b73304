import { t } from '@lingui/core/macro';
import { Button, Card, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NoticeResponse } from '@atelier/client/api';
import { listNoticesInfiniteOptions } from '@atelier/client/react-query';
import { DataList } from '../../parts/data-list.js';
import { PageLink } from '../../parts/link.js';
import { ReportThread } from '../../parts/report-thread.js';
import { Time } from '../../parts/time.js';

/** What was decided on the user's packages and reports. */
export function NoticesTab(): ReactNode {
  return (
    <DataList
      caption={t`Notices`}
      query={listNoticesInfiniteOptions()}
      rowsOf={({ notices }) => notices}
      rowKey={({ id }) => id}
      columns={[]}
      draw={(notices) => (
        <Stack>
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </Stack>
      )}
      empty={t`No notices`}
      emptyHint={
        <Text c="dimmed">{t`What admins decide about your packages and reports appears here.`}</Text>
      }
    />
  );
}

function Notice({ notice }: { notice: NoticeResponse }): ReactNode {
  const { subject, text, created_at: at, node_id: nodeId, report_id: reportId } = notice;
  const [isShown, setShown] = useState(false);
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={600}>{subject}</Text>
        <Text size="xs" c="dimmed">
          <Time value={at} />
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {nodeId !== null && (
          <PageLink inherit to="/registry/nodes/$nodeId" params={{ nodeId }}>
            {nodeId}
          </PageLink>
        )}
        {reportId !== null && !isShown && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            onClick={() => setShown(true)}
          >{t`Messages`}</Button>
        )}
        {reportId !== null && isShown && <ReportThread reportId={reportId} />}
      </Stack>
    </Card>
  );
}
