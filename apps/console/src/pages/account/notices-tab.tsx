import { t } from '@lingui/core/macro';
import { Button, Card, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NoticeResponse } from '@atelier/client/api';
import { listNoticesInfiniteOptions } from '@atelier/client/react-query';
import { PageLink } from '../../parts/link.js';
import { Listing } from '../../parts/listing.js';
import { ReportThread } from '../../parts/report-thread.js';
import { Empty } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

/** What was decided on the user's packages and reports. */
export function NoticesTab(): ReactNode {
  const list = useInfiniteQuery({
    ...listNoticesInfiniteOptions(),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
  });
  return (
    <Listing query={list} rowsOf={(page) => page.notices} empty={<Empty title={t`No notices`} />}>
      {(notices) => (
        <Stack>
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </Stack>
      )}
    </Listing>
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
