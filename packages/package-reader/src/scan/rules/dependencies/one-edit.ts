/** The lower-case name as pip compares it; PEP 503. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** A version without what makes no difference to pip: `1.0` and `v1` are one; PEP 440. */
export function normalVersion(version: string): string {
  return version
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/(?:\.0)+$/, '');
}

/** Whether a name is one letter, or one swap of neighbours, away from another. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length !== b.length) return a.length > b.length ? restA.slice(1) === restB : restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
