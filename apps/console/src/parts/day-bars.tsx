import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { dayName } from './day-name.js';

export type DayFigures = {
  /** Every day of the period, including those without any. */
  days: readonly { day: string; figure: number }[];
  /** What is counted: `Downloads`. */
  name: string;
  /** Text alternative of the chart. */
  label: string;
};

/** A figure by day as bars, for `DayChart`. */
export function DayBars({ days, name, label }: DayFigures): ReactNode {
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={260}
        data={days.map(({ day, figure }) => ({ day: dayName(day), [name]: figure }))}
        dataKey="day"
        series={[{ name, color: 'cyan.7' }]}
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
