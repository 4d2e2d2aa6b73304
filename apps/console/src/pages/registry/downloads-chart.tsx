import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import type { DayDownloadsResponse } from '../../api/generated/types.gen.js';
import { counted } from '../../parts/numbers.js';
import { dayName } from './day-name.js';

/** Downloads as bars, a day each. */
export function DownloadsChart({ days }: { days: readonly DayDownloadsResponse[] }): ReactNode {
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  return (
    <div role="img" aria-label={`${counted(total, 'download')} in ${days.length} days, a bar each day`}>
      <BarChart
        h={260}
        data={days.map(({ day, downloads }) => ({ day: dayName(day), Downloads: downloads }))}
        dataKey="day"
        series={[{ name: 'Downloads', color: 'cyan.7' }]}
        gridAxis="x"
        tickLine="none"
        yAxisProps={{ allowDecimals: false, width: 44 }}
        xAxisProps={{ minTickGap: 24 }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
