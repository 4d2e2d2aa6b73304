// Part of npm run boundaries: what module-graph.cjs says of the modules is true of their folders.
import fs from 'node:fs';
import path from 'node:path';
import { modules } from '../module-graph.cjs';

const libs = path.resolve(import.meta.dirname, '../libs');
const problems = [];
const filesOf = (folder, name) =>
  fs.globSync(`**/${name}`, { cwd: folder }).map((file) => path.join(folder, file));

for (const [name, { imports = [] }] of Object.entries(modules)) {
  const text = filesOf(path.join(libs, name), '*.ts')
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
  for (const lower of imports)
    if (!new RegExp(`'#libs/${lower}['/]`).test(text)) problems.push(`${name} imports nothing of ${lower}`);
}
for (const [name, { reads = [] }] of Object.entries(modules)) {
  const below = new Set(lowerOf(name).flatMap((lower) => modules[lower].owns ?? []));
  for (const table of reads)
    if (!below.has(table)) problems.push(`${name} may not read ${table}, which no module below it owns`);
}
for (const manifest of filesOf(libs, 'src/index.ts')) {
  const folder = path.dirname(path.dirname(manifest));
  if (!fs.existsSync(path.join(folder, 'README.md')))
    problems.push(`libs/${path.relative(libs, folder)} has no README.md`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The modules that one imports, directly or not. */
function lowerOf(name) {
  return (modules[name].imports ?? []).flatMap((lower) => [lower, ...lowerOf(lower)]);
}
