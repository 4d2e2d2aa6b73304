import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { extractInThread } from './extract-in-thread.js';
import { DEFAULT_EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractedAppNode, ExtractionResult } from './extraction-result.js';

const PACKS = path.join(import.meta.dirname, '__fixtures__', 'packs');

type Expectation = {
  status: 'success' | 'failed';
  reason?: string;
  names: string[];
  hasUnknownNames: boolean;
  nodes?: Record<string, Partial<ExtractedAppNode>>;
  /** Every field of every node, the JSON texts as what they stand for. */
  fields?: Record<string, Record<string, unknown>>;
};

function readPack(name: string): { files: Map<string, string>; otherPaths: string[]; expected: Expectation } {
  const folder = path.join(PACKS, name);
  const files = new Map<string, string>();
  const otherPaths: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const inner = path.relative(folder, file).split(path.sep).join('/');
    if (!entry.isFile() || inner === 'expected.json') continue;
    if (/\.(?:py|json|txt)$/.test(inner)) files.set(inner, readFileSync(file, 'utf8'));
    else otherPaths.push(inner);
  }
  return {
    files,
    otherPaths,
    expected: JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Expectation,
  };
}

const packs = readdirSync(PACKS);
const results = new Map<string, ExtractionResult>();

async function extract(name: string): Promise<ExtractionResult> {
  const known = results.get(name);
  if (known !== undefined) return known;
  const { files, otherPaths } = readPack(name);
  const result = await extractInThread(files, 'my_pack', DEFAULT_EXTRACTION_LIMITS, otherPaths);
  results.set(name, result);
  return result;
}

describe('the fixture packs', () => {
  it.each(packs)('%s', async (name) => {
    const { expected } = readPack(name);
    const result = await extract(name);
    expect(result.appNodes.map((node) => node.name).sort()).toEqual([...expected.names].sort());
    expect(result.status).toBe(expected.status);
    expect(result.reason ?? '').toContain(expected.reason ?? '');
    expect(result.unknowns.some(({ subject }) => subject === 'names')).toBe(expected.hasUnknownNames);
    for (const [node, fields] of Object.entries(expected.nodes ?? {})) {
      expect(result.appNodes.find((found) => found.name === node)).toMatchObject(fields);
    }
  });

  it('written after popular packages reach 0.98 in every field', async () => {
    const right = new Map<string, number>();
    const wrong: string[] = [];
    let [scoredPacks, total] = [0, 0];
    for (const name of packs) {
      const { fields } = readPack(name).expected;
      if (fields === undefined) continue;
      scoredPacks += 1;
      const found = new Map((await extract(name)).appNodes.map((node) => [node.name, node]));
      for (const [node, expected] of Object.entries(fields)) {
        total += 1;
        const read = shown(found.get(node));
        for (const [field, value] of Object.entries(expected)) {
          const isRight = isDeepStrictEqual(read[field], withoutReasons(value));
          right.set(field, (right.get(field) ?? 0) + Number(isRight));
          if (!isRight) wrong.push(`${name}: ${node}: ${field}: ${JSON.stringify(read[field])}`);
        }
      }
    }
    const scores = Object.fromEntries([...right].map(([field, count]) => [field, count / total]));
    process.stdout.write(
      `${total} nodes of ${scoredPacks} packs: ${JSON.stringify(scores)}\n${wrong.join('\n')}\n`,
    );
    expect(scoredPacks).toBeGreaterThanOrEqual(8);
    expect(Object.keys(scores)).toHaveLength(11);
    expect(Object.values(scores).every((score) => score >= 0.98)).toBe(true);
  });
});

/** A node's fields as a reader of the API would see them. */
function shown(node: ExtractedAppNode | undefined): Record<string, unknown> {
  if (node === undefined) return {};
  const { inputTypes, returnTypes, returnNames } = node;
  const texts = { inputTypes, returnTypes, returnNames };
  const parsed = Object.entries(texts).map(([field, text]) => [
    field,
    withoutReasons(JSON.parse(text) as unknown),
  ]);
  return {
    ...{ displayName: '', category: '', description: '', docstring: '', function: '' },
    ...node,
    ...(Object.fromEntries(parsed) as object),
  };
}

/** The wording of reasons is not tested. */
function withoutReasons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReasons);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === '$unknown' ? '' : withoutReasons(inner)]),
  );
}
