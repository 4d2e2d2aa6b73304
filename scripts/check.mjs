// npm run check: everything except the tests that must hold before a change is merged. Steps run two at a time.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { prepare, root } from './prepare.mjs';

const PARALLEL = 2;
/** The longest first, so that the others fit beside them. A step is a script of package.json, with its parameters. */
const STEPS = [
  { title: 'types and lint of the service', script: 'lint', parameters: 'tsconfig.json' },
  { title: 'types and lint of the console', script: 'lint', parameters: 'apps/console/tsconfig.json' },
  { title: 'types and lint of the client', script: 'lint', parameters: 'packages/client/tsconfig.json' },
  { title: 'package of the client', script: 'client:check' },
  { title: 'formatting', script: 'format:check' },
  { title: 'module boundaries', script: 'boundaries' },
  { title: 'unused files, exports and packages', script: 'unused' },
  { title: 'migrations', script: 'migration:check' },
  { title: 'OpenAPI', script: 'openapi:check' },
  { title: 'generated documents', script: 'docs:check' },
  { title: 'names and words', script: 'documents:check' },
  { title: 'languages of the console', script: 'languages:check' },
  { title: "sizes of the console's first page and of the client", script: 'size' },
];

const startedAt = Date.now();
const node = await prepare('all');
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const waiting = [...STEPS];
const failed = [];
await Promise.all(Array.from({ length: PARALLEL }, work));
const total = `${((Date.now() - startedAt) / 1000).toFixed(1)} s in all`;
console.log(failed.length ? `\nFailed: ${failed.join(', ')} (${total})` : `\nAll checks passed (${total}).`);
process.exitCode = failed.length ? 1 : 0;

async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const startedAt = Date.now();
    const { status, output } = await run(`${scripts[step.script]} ${step.parameters ?? ''}`);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step.title} (${seconds} s)`);
    if (status === 0) continue;
    failed.push(step.title);
    console.log(output.trimEnd().replace(/^/gm, '       '));
  }
}

/** Runs a script of package.json as npm would, with the service's Node and the tools of node_modules first. */
function run(commandLine) {
  const tools = [path.dirname(node), path.join(root, 'node_modules/.bin')].join(path.delimiter);
  const child = spawn(commandLine, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}
