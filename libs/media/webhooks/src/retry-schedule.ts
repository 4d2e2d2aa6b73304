const JITTER_SHARE = 0.1;
const RETRY_AFTER_MAX_SECONDS = 24 * 60 * 60;

/**
 * When to try again after a failed attempt.
 * @param schedule Pauses in seconds, one per retry.
 * @param failedAttempts Failed attempts so far, 1 or more.
 * @param retryAfterSeconds What the receiver asked for; used if longer than the pause, up to a day.
 * @param random From 0 to 1, for the jitter of up to 10 %.
 * @returns Seconds to wait, or undefined when the schedule is used up.
 */
export function retryPause(
  schedule: readonly number[],
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | undefined {
  const pause = schedule[failedAttempts - 1];
  if (pause === undefined) return undefined;
  const asked = Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_MAX_SECONDS);
  return Math.max(pause * (1 + JITTER_SHARE * random), asked);
}
