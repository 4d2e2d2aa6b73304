/** Something that a task went through. */
export const TIMELINE_STEPS = [
  'submitted',
  'reserved',
  'begun',
  'ordered',
  'polled',
  'uncertain',
  'stored',
  'succeeded',
  'failed',
  'canceled',
  'settled',
  'released',
  'webhook',
] as const;
/** One of `TIMELINE_STEPS`. */
export type TimelineStepName = (typeof TIMELINE_STEPS)[number];

/** A step of a task; what does not apply is absent. */
export type TimelineStep = {
  step: TimelineStepName;
  at: Date;
  /** Until when it took; null while it goes on, or where that is not known. */
  until: Date | null;
  /** Number of the order, from 1. */
  attempt?: number;
  /** Name of the vendor; for admins only. */
  vendor?: string;
  /** What became of it. */
  outcome?: string;
  /** How often it happened from `at` to `until`. */
  count?: number;
  /** What was reserved or charged. */
  credits?: number;
};

/** @param steps Of several sources; those of the same time keep their order. */
export function inOrder(steps: readonly TimelineStep[]): TimelineStep[] {
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
