import { lazy, type ReactNode, Suspense } from 'react';
import type { DayFigures } from './day-bars.js';
import { Waiting } from './states.js';

const DayBars = lazy(async () => ({ default: (await import('./day-bars.js')).DayBars }));

/** A figure by day as bars; what draws them is loaded when they are first shown. */
export function DayChart(figures: DayFigures): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <DayBars {...figures} />
    </Suspense>
  );
}
