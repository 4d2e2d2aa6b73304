/** Makes the next `count` probes of videos run out of time at once, as on an overloaded machine. */
export function starveProbes(count: number): { left: () => number; restore: () => void } {
  let left = count;
  const start = globalThis.setTimeout;
  const starting = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
  ) => {
    const isOfProbe = new Error().stack?.includes('examineInWorker') ?? false;
    return start(run, isOfProbe && (left -= 1) >= 0 ? 0 : ms);
  }) as typeof setTimeout);
  return { left: () => left, restore: () => starting.mockRestore() };
}
