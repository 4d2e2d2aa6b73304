import { lazy, type ReactNode, Suspense } from 'react';
import type { DayFigures } from './day-bars.js';
import { Waiting } from './states.js';

const DayBars = lazy(async () => ({ default: (await import('./day-bars.js')).DayBars }));

/** A figure per day as bars; the drawing code is loaded on first use. */
export function DayChart(figures: DayFigures): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <DayBars {...figures} />
    </Suspense>
  );
}
