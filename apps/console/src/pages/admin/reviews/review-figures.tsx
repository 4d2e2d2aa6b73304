import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WeekFiguresResponse } from '@atelier/client/api';
import { getReviewFiguresOptions } from '@atelier/client/react-query';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure, Waiting } from '../../../parts/states.js';

const COLUMNS: readonly Column<WeekFiguresResponse>[] = [
  { title: 'Week of', cell: ({ week }) => week },
  { title: 'Published', cell: ({ published }) => published },
  { title: 'Held', cell: ({ held }) => held },
  { title: 'Wrongly held', cell: ({ wrongly_held: wrongly }) => wrongly },
  { title: 'Refused', cell: ({ refused }) => refused },
  { title: 'Waiting', cell: ({ waiting }) => waiting },
  {
    title: 'Hours to a verdict',
    cell: ({ hours_median: median, hours_slowest: slowest }) =>
      median === null || slowest === null ? '' : `${median.toFixed(1)}; nine of ten in ${slowest.toFixed(1)}`,
  },
];

const REPORT_COLUMNS: readonly Column<WeekFiguresResponse>[] = [
  { title: 'Week of', cell: ({ week }) => week },
  { title: 'Filed', cell: ({ reports_filed: filed }) => filed },
  { title: 'Upheld', cell: ({ reports_upheld: upheld }) => upheld },
  { title: 'Dismissed', cell: ({ reports_dismissed: dismissed }) => dismissed },
  { title: 'Hours to an answer', cell: ({ report_hours_median: median }) => median?.toFixed(1) ?? '' },
];

/** How the review of versions and the answers to reports went in the last weeks. */
export function ReviewFigures(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const figures = useQuery({ ...getReviewFiguresOptions(), enabled: isOpen });
  return (
    <>
      <Button variant="subtle" onClick={open}>
        Figures
      </Button>
      <Modal opened={isOpen} onClose={close} title="Review by week" size="xl">
        {figures.isError && <Failure error={figures.error} retry={() => void figures.refetch()} />}
        {figures.data ? (
          <Stack>
            <Rows
              caption="Versions by week"
              columns={COLUMNS}
              rows={figures.data.weeks}
              rowKey={({ week }) => week}
            />
            <Section title="Reports">
              <Rows
                caption="Reports by week"
                columns={REPORT_COLUMNS}
                rows={figures.data.weeks}
                rowKey={({ week }) => week}
              />
            </Section>
          </Stack>
        ) : (
          <Waiting />
        )}
      </Modal>
    </>
  );
}
