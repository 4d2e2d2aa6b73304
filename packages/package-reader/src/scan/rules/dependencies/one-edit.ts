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

/** Finds which of some names is one letter or one swap of neighbours away from another. */
export class NeighbourNames {
  /** Names by themselves with one letter left out. */
  private readonly shorter = new Map<string, string[]>();

  constructor(names: Iterable<string>) {
    for (const name of names)
      for (const key of new Set([name, ...withoutOne(name)])) {
        const same = this.shorter.get(key);
        if (same) same.push(name);
        else this.shorter.set(key, [name]);
      }
  }

  find(name: string): string | undefined {
    for (const key of [name, ...withoutOne(name)])
      for (const candidate of this.shorter.get(key) ?? []) if (isOneEdit(name, candidate)) return candidate;
    return undefined;
  }
}

function withoutOne(name: string): string[] {
  return [...name].map((_, at) => name.slice(0, at) + name.slice(at + 1));
}

function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (a.length !== b.length) return a.length > b.length ? restA.slice(1) === restB : restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
