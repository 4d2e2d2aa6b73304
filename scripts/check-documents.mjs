// Part of npm run check: names in documents exist, every library has a reason, and replaced words do not return.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const LINE_MAX = 150;
/** Words that this code used before, with the established words that replace them. */
const WORDS = {
  whoever: 'who, or the caller',
  bury: 'handle a dead job, or delete',
  hasten: 'run now',
  modest: 'within limits',
  lend: 'pass, or give',
  lends: 'passes, or gives',
  lent: 'passed, or given',
  hurry: 'run now',
};
const word = new RegExp(`\\b(?:${Object.keys(WORDS).join('|')})\\b`, 'gi');

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && fs.existsSync(path.join(root, file)));
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const sources = files.filter((file) => /\.(tsx?|mjs|cjs|js)$/.test(file));
const documents = files.filter(
  (file) => file.endsWith('.md') && !/^docs\/(spec\/|third-party|configuration|errors|api\.md)/.test(file),
);
const problems = [];

checkWords();
checkNames();
checkLines();
checkLibraries();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkWords() {
  const exempt = /^(scripts\/check-documents\.mjs|CHANGELOG\.md|packages\/.+\/(vocabulary|known-names)\.ts)$/;
  for (const file of [...sources, ...documents].filter((file) => !exempt.test(file)))
    for (const [index, line] of read(file).split('\n').entries())
      for (const [found] of line.matchAll(word))
        problems.push(`${file}:${index + 1} says "${found}"; say ${WORDS[found.toLowerCase()]}`);
}

/** Names in camel case and files of sources, where documents of the code put them in code spans. */
function checkNames() {
  const known = new Set(
    sources
      .map(read)
      .join('\n')
      .match(/[A-Za-z_$][\w$]*/g),
  );
  const paths = new Set(files.flatMap((file) => [file, path.basename(file)]));
  for (const file of documents.filter((file) =>
    /^(libs|packages)\/|^docs\/ARCHITECTURE|^CONTRIBUTING/.test(file),
  ))
    for (const [, span] of read(file)
      .replace(/^ *```[^]*?^ *```/gm, '')
      .matchAll(/`([^`]+)`/g)) {
      for (const [name] of span.matchAll(/(?<![\w…])[A-Za-z]+[a-z][A-Z]\w*/g))
        if (!known.has(name)) problems.push(`${file} names ${name}, which is nowhere in the sources`);
      const isFile = /^[\w./-]+\.(ts|mjs|cjs)$/.test(span) && !span.startsWith('acme');
      if (isFile && ![...paths].some((known) => known === span || known.endsWith(`/${span}`)))
        problems.push(`${file} names ${span}, which is no file`);
    }
}

function checkLines() {
  for (const file of documents)
    for (const [index, line] of read(file).split('\n').entries())
      if (line.length > LINE_MAX && !/^\||^sed /.test(line))
        problems.push(`${file}:${index + 1} has ${line.length} characters; wrap it at about 130`);
}

function checkLibraries() {
  const decisions = documents
    .filter((file) => file.startsWith('docs/adr/'))
    .map(read)
    .join('\n');
  for (const name of Object.keys(JSON.parse(read('package.json')).dependencies))
    if (!decisions.includes(name.replace(/^@nestjs\//, '')))
      problems.push(`No decision in docs/adr says why ${name} is here`);
}
