// Part of npm run boundaries: checks the modules' folders against module-graph.cjs.
import fs from 'node:fs';
import path from 'node:path';
import { modules, platform } from '../module-graph.cjs';

const libs = path.resolve(import.meta.dirname, '../libs');
const MADE_BY_NEST = /^@(?:Injectable|Controller|Module|Catch)\([^]*?^export (?:abstract )?class (\w+)/gm;
const ROLES =
  /(?<=.)(?:Service|Repository|Controller|Module|Guard|Strategy|Filter|Interceptor|Pipe|Job|Provider|Settings)$/;
const problems = [];
const filesOf = (folder, name) =>
  fs.globSync(`**/${name}`, { cwd: folder }).map((file) => path.join(folder, file));
const textOf = (module, name) =>
  filesOf(path.join(libs, module), name)
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');

for (const [name, { imports = [] }] of Object.entries({ ...platform, ...modules })) {
  const text = textOf(name, '*.ts');
  for (const lower of imports)
    if (!new RegExp(`'#libs/${lower}['/]`).test(text)) problems.push(`${name} imports nothing of ${lower}`);
}
for (const [name, { reads = [] }] of Object.entries(modules)) {
  const below = new Set(lowerOf(name).flatMap((lower) => modules[lower].owns ?? []));
  for (const table of reads)
    if (!below.has(table)) problems.push(`${name} may not read ${table}, which no module below it owns`);
  const statements = textOf(name, '*.repository.ts');
  for (const table of reads)
    if (!new RegExp(`\\b${table}\\b`).test(statements)) problems.push(`${name} reads nothing of ${table}`);
}
// The file of a class that Nest creates has the name of the class, with the role after a dot.
for (const file of [...filesOf(libs, '*.ts'), ...filesOf(path.join(libs, '../apps'), '*.ts')]) {
  const classes = [...fs.readFileSync(file, 'utf8').matchAll(MADE_BY_NEST)].map(([, name]) => name);
  if (/\.spec\.ts$/.test(file) || classes.length === 0) continue;
  if (!classes.some((name) => path.basename(file) === fileNameOf(name)))
    problems.push(
      `${path.relative(libs, file)} holds ${classes}: call it ${classes.map(fileNameOf).join(' or ')}`,
    );
}
// npm start compiles without what only tests and checks need.
const { dependencies, devDependencies } = JSON.parse(
  fs.readFileSync(path.join(libs, '../package.json'), 'utf8'),
);
for (const name of Object.keys(devDependencies))
  if (name.startsWith('@types/') && name.slice('@types/'.length) in dependencies)
    problems.push(`${name} is for what the service runs on: it belongs to scripts/package.json`);
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

/** `UsersService` is in `users.service.ts`, `AuditLog` in `audit-log.ts`. */
function fileNameOf(className) {
  const role = ROLES.exec(className)?.[0] ?? '';
  const words = [className.slice(0, className.length - role.length), role].filter(Boolean);
  return `${words.map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()).join('.')}.ts`;
}
