import fs from 'node:fs';
import path from 'node:path';
import { modules, platform } from '../module-graph.cjs';

const FILE = 'docs/ARCHITECTURE.md';
const BLOCK = /(<!-- modules: generated -->\n).*?(<!-- modules: end -->)/s;

/** docs/ARCHITECTURE.md with the picture of the modules and the list of their tables as module-graph.cjs has them. */
export function moduleDocs(root) {
  const text = fs.readFileSync(path.join(root, FILE), 'utf8');
  if (!BLOCK.test(text)) throw new Error(`${FILE} has no place for the picture of the modules`);
  return { [FILE]: text.replace(BLOCK, (_, begin, end) => `${begin}\n${picture()}\n${tables()}\n${end}`) };
}

function picture() {
  const arrows = Object.keys(modules).flatMap((name) =>
    nearest(name).map((lower) => `  ${name} --> ${lower}\n`),
  );
  return `\`\`\`mermaid\nflowchart TD\n${arrows.join('')}\`\`\`\n`;
}

/** The direct imports of a module: a picture with every edge would show nothing. */
function nearest(name) {
  const { imports = [] } = modules[name];
  return imports.filter((lower) => !imports.some((other) => other !== lower && reaches(other, lower)));
}

function reaches(from, to) {
  return from === to || (modules[from].imports ?? []).some((lower) => reaches(lower, to));
}

function tables() {
  const rows = Object.entries({ ...modules, ...platform })
    .filter(([, { owns }]) => owns)
    .map(([name, { owns, reads = [] }]) => [
      name,
      ...[owns, reads].map((names) => names.map((n) => `\`${n}\``).join(', ')),
    ]);
  return tableOf([['Module', 'Its tables', 'Joins also'], ...rows]);
}

/** As the formatter of the repository would write it. */
function tableOf(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |\n`;
  const [head, ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
