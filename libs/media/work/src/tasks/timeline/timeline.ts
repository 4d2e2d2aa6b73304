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
export type TimelineStepName = (typeof TIMELINE_STEPS)[number];

/** A step of a task; fields that do not apply are absent. */
export type TimelineStep = {
  step: TimelineStepName;
  at: Date;
  /** When it ended; null while it is in progress or when unknown. */
  until: Date | null;
  /** Number of the order, from 1. */
  attempt?: number;
  /** Name of the vendor; for admins only. */
  vendor?: string;
  /** How it ended. */
  outcome?: string;
  /** How often it happened from `at` to `until`. */
  count?: number;
  /** What was reserved or charged. */
  credits?: number;
};

/** @param steps From several sources; those with the same time keep their order. */
export function inOrder(steps: readonly TimelineStep[]): TimelineStep[] {
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
