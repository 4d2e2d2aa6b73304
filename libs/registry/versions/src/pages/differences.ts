import type { AppNode } from '#libs/registry/versions/store';
import type { PageFile } from './version-page.entity.js';

/** Most entries of each list. */
const SHOWN_MAX = 500;

/** What is in one of two lists only, and what is in both, by a key; in the order of the keys. */
function differences<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (thing: T) => string,
): { added: T[]; removed: T[]; both: { before: T; after: T }[] } {
  const sorted = (things: readonly T[]) =>
    new Map([...things].map((thing) => [keyOf(thing), thing] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
  const [earlier, later] = [sorted(before), sorted(after)];
  return {
    added: [...later].filter(([key]) => !earlier.has(key)).map(([, thing]) => thing),
    removed: [...earlier].filter(([key]) => !later.has(key)).map(([, thing]) => thing),
    both: [...later].flatMap(([key, thing]) => {
      const known = earlier.get(key);
      return known === undefined ? [] : [{ before: known, after: thing }];
    }),
  };
}

export function comparedFiles(before: readonly PageFile[], after: readonly PageFile[]) {
  const { added, removed, both } = differences(before, after, ({ path }) => path);
  const changed = both.filter(({ before: earlier, after: later }) => earlier.hash !== later.hash);
  return {
    total: added.length + removed.length + changed.length,
    added: added.slice(0, SHOWN_MAX).map(fileOf),
    removed: removed.slice(0, SHOWN_MAX).map(fileOf),
    changed: changed
      .slice(0, SHOWN_MAX)
      .map(({ before: { bytes }, after: later }) => ({ ...fileOf(later), bytes_before: bytes })),
  };
}

function fileOf({ path, bytes }: PageFile): { path: string; bytes: number } {
  return { path, bytes };
}

export function comparedAppNodes(before: readonly AppNode[], after: readonly AppNode[]) {
  const { added, removed, both } = differences(before, after, ({ name }) => name);
  const changed = both.map(changedAppNode).filter((change) => change !== undefined);
  return {
    added: added.slice(0, SHOWN_MAX).map(({ name }) => name),
    removed: removed.slice(0, SHOWN_MAX).map(({ name }) => name),
    changed: changed.slice(0, SHOWN_MAX),
  };
}

function changedAppNode({ before, after }: { before: AppNode; after: AppNode }) {
  const outputsOf = ({ returnTypes, returnNames, outputIsList }: AppNode) =>
    JSON.stringify([returnTypes, returnNames, outputIsList]);
  const outputsChanged = outputsOf(before) !== outputsOf(after);
  if (before.inputTypes === after.inputTypes && !outputsChanged) return undefined;
  const inputs = differences(inputsOf(before), inputsOf(after), ({ name }) => name);
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name);
  const inputsChanged = inputs.both.filter(({ before: a, after: b }) => a.text !== b.text);
  return {
    name: after.name,
    inputs_added: names(inputs.added),
    inputs_removed: names(inputs.removed),
    inputs_changed: names(inputsChanged.map(({ after: input }) => input)),
    outputs_changed: outputsChanged,
  };
}

/** The inputs of an app node, with what each takes as text. */
function inputsOf({ inputTypes }: AppNode): { name: string; text: string }[] {
  const groups = Object.entries(JSON.parse(inputTypes) as Record<string, unknown>);
  return groups.flatMap(([group, inputs]) =>
    typeof inputs === 'object' && inputs !== null
      ? Object.entries(inputs).map(([name, taken]) => ({ name, text: JSON.stringify([group, taken]) }))
      : [],
  );
}

export function comparedDependencies(before: readonly string[], after: readonly string[]) {
  const { added, removed, both } = differences(before, after, packageOf);
  return {
    added,
    removed,
    changed: both
      .filter(({ before: earlier, after: later }) => earlier !== later)
      .map((change) => ({ name: packageOf(change.after), ...change })),
  };
}

/** Name of the package that a requirement is about, as PyPI normalises it (PEP 503); any other line is its own name. */
function packageOf(requirement: string): string {
  const name = /^\s*([a-z0-9][\w.-]*)/i.exec(requirement)?.[1];
  return name === undefined ? requirement : name.toLowerCase().replace(/[-_.]+/g, '-');
}

export function comparedFindings<T extends { code: string; path?: string | undefined }>(
  before: readonly T[],
  after: readonly T[],
): { added: T[]; removed: T[] } {
  const { added, removed } = differences(before, after, ({ code, path = '' }) => `${code} ${path}`);
  return { added, removed };
}
