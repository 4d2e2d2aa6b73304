import { usageError } from '../terminal/exit-codes.js';

/** Reads `NODE` or `NODE@VERSION`. */
export function readReference(text: string): { nodeId: string; version: string | undefined } {
  const [, nodeId, version] = /^([^@/\s]+)(?:@([^@/\s]+))?$/.exec(text) ?? [];
  if (nodeId === undefined) throw usageError(`A node is named NODE or NODE@VERSION, not ${text}.`);
  return { nodeId, version };
}

export function requireVersion(text: string): { nodeId: string; version: string } {
  const { nodeId, version } = readReference(text);
  if (version === undefined) throw usageError(`Name the version: ${nodeId}@1.2.3`);
  return { nodeId, version };
}
