const PATTERN = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/i;
const SHAPE =
  'must be 1 to 100 letters (a to z), digits, dots, underscores and dashes, and start and end with a letter or digit';

/** Words that clash with paths below `/nodes`, or that programs read as "no value". */
const RESERVED = new Set([
  'admin',
  'bulk',
  'changes',
  'install',
  'latest',
  'nan',
  'new',
  'node',
  'nodes',
  'none',
  'null',
  'reviews',
  'search',
  'transfer',
  'translations',
  'true',
  'false',
  'undefined',
  'versions',
]);

/** Why an id cannot be a node's, as a predicate after its name; undefined when it can. */
export function nodeIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || !PATTERN.test(id)) return SHAPE;
  return RESERVED.has(id.toLowerCase()) ? 'must not be a reserved word' : undefined;
}

/** What two ids share that differ only in letter case, `-`, `_` and `.`. */
export function lookAlikeKey(id: string): string {
  return id.toLowerCase().replaceAll(/[-_.]/g, '');
}
