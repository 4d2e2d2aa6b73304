import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { extractInThread } from './extract-in-thread.js';
import { DEFAULT_EXTRACTION_LIMITS } from './extraction-limits.js';
import { type ExtractedAppNode, type ExtractionResult } from './extraction-result.js';

const PACKS = path.join(import.meta.dirname, '__fixtures__', 'packs');

interface Expectation {
  status: 'success' | 'failed';
  reason?: string;
  names: string[];
  hasUnknownNames: boolean;
  nodes?: Record<string, Partial<ExtractedAppNode>>;
}

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

  it('reach the recall of 0.95 and the precision of 0.99 together', async () => {
    let [right, reported, expectedNames] = [0, 0, 0];
    for (const name of packs) {
      const names = new Set(readPack(name).expected.names);
      const found = (await extract(name)).appNodes.map((node) => node.name);
      right += found.filter((one) => names.has(one)).length;
      reported += found.length;
      expectedNames += names.size;
    }
    expect(packs.length).toBeGreaterThanOrEqual(25);
    expect(right / expectedNames).toBeGreaterThanOrEqual(0.95);
    expect(right / reported).toBeGreaterThanOrEqual(0.99);
  });
});
