/** Work that built-in functions have done since the last step; it is counted in steps, so that load changes no result. */
const effort = { units: 0 };

/** Notes work worth so many steps. */
export function spend(units: number): void {
  effort.units += units;
}

/** What has been noted since the last call. */
export function takeEffort(): number {
  const { units } = effort;
  effort.units = 0;
  return units;
}
