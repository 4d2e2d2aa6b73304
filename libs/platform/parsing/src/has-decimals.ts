export function hasDecimals(value: number, most: number): boolean {
  return Number(value.toFixed(most)) === value;
}
