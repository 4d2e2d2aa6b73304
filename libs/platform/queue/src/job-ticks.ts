const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The first tick after `now` of a duration such as `15m`, aligned to multiples of it since 1970.
 * @returns Undefined when `every` is none.
 */
export function findNextTick(every: string, now: Date): Date | undefined {
  const [, count, unit = ''] = /^([1-9]\d*)([smhd])$/.exec(every) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit] ?? 0);
  return durationMs > 0 ? new Date((Math.floor(now.getTime() / durationMs) + 1) * durationMs) : undefined;
}
