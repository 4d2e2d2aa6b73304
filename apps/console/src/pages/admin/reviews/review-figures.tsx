import { t } from '@lingui/core/macro';
import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WeekFiguresResponse } from '@atelier/client/api';
import { getReviewFiguresOptions } from '@atelier/client/react-query';
import { tenths } from '../../../parts/numbers.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Loaded } from '../../../parts/states.js';

const COLUMNS: readonly Column<WeekFiguresResponse>[] = [
  { title: t`Week of`, cell: ({ week }) => week },
  { title: t`Published`, number: ({ published }) => published },
  { title: t`Held`, number: ({ held }) => held },
  { title: t`Wrongly held`, number: ({ wrongly_held: wrongly }) => wrongly },
  { title: t`Refused`, number: ({ refused }) => refused },
  { title: t`Waiting`, number: ({ waiting }) => waiting },
  {
    title: t`Hours to a verdict`,
    cell: ({ hours_median: median, hours_slowest: slowest }) =>
      median === null || slowest === null ? '' : t`${tenths(median)}; nine of ten in ${tenths(slowest)}`,
  },
];

const REPORT_COLUMNS: readonly Column<WeekFiguresResponse>[] = [
  { title: t`Week of`, cell: ({ week }) => week },
  { title: t`Filed`, number: ({ reports_filed: filed }) => filed },
  { title: t`Upheld`, number: ({ reports_upheld: upheld }) => upheld },
  { title: t`Dismissed`, number: ({ reports_dismissed: dismissed }) => dismissed },
  {
    title: t`Hours to an answer`,
    cell: ({ report_hours_median: median }) => (median === null ? '' : tenths(median)),
  },
];

/** How the review of versions and the answers to reports went in the last weeks. */
export function ReviewFigures(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const figures = useQuery({ ...getReviewFiguresOptions(), enabled: isOpen });
  return (
    <>
      <Button variant="subtle" onClick={open}>{t`Figures`}</Button>
      <Modal opened={isOpen} onClose={close} title={t`Review by week`} size="xl">
        <Loaded query={figures}>
          {({ weeks }) => (
            <Stack>
              <Rows
                caption={t`Versions by week`}
                columns={COLUMNS}
                rows={weeks}
                rowKey={({ week }) => week}
              />
              <Section title={t`Reports`}>
                <Rows
                  caption={t`Reports by week`}
                  columns={REPORT_COLUMNS}
                  rows={weeks}
                  rowKey={({ week }) => week}
                />
              </Section>
            </Stack>
          )}
        </Loaded>
      </Modal>
    </>
  );
}
