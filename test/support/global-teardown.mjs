import fs from 'node:fs';
import * as graph from '../../module-graph.cjs';
import { findProblems } from './table-rules.mjs';

export default async function globalTeardown() {
  const problems = findProblems(recordedStatements(), graph);
  await globalThis.stopTestDatabase?.();
  if (problems.length === 0) return;
  const { FAILED_TESTS: failed } = process.env;
  if (failed) fs.appendFileSync(failed, `module-graph.cjs forbids: ${problems.join('; ')}\n`);
  throw new Error(`Statements that module-graph.cjs forbids:\n${problems.join('\n')}`);
}

function recordedStatements() {
  const lines = fs.readFileSync(process.env.ATELIER_TEST_STATEMENTS, 'utf8').split('\n');
  return [...new Set(lines)].filter(Boolean).map((line) => JSON.parse(line));
}
