// npm run lint [-- PROJECT]: types and lint of the TypeScript sources, of one project or of each. Both use one program, because
// rules ask it for types that the compiler has found already. Unchanged files are skipped: below node_modules/.cache the compiler
// keeps its results, and lint the files that passed. A rule may use types of other files, so CI (`CI=true`) keeps nothing.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(root, 'node_modules/.cache/atelier');
/** Browsers have other types than the service. */
const PROJECTS = ['tsconfig.json', 'apps/console/tsconfig.json', 'packages/client/tsconfig.json'];
/** A change of these affects every file. */
const CONFIGURATION = ['eslint.config.js', 'package-lock.json', ...PROJECTS];

process.chdir(root);
const remembers = process.env.CI !== 'true';
const configuration = hashOf(...CONFIGURATION.map((file) => fs.readFileSync(file)));
const projects = process.argv.length > 2 ? process.argv.slice(2) : PROJECTS;
for (const project of projects) {
  const builder = programOf(project);
  const isTyped = checkTypes(builder);
  const isLinted = await lint(project, builder.getProgram());
  if (!isTyped || !isLinted) process.exitCode = 1;
}

function programOf(project) {
  const tsBuildInfoFile = remembers ? path.join(CACHE, `${nameOf(project)}.tsbuildinfo`) : undefined;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => report([problem]) };
  const own = { noEmit: true, incremental: remembers, tsBuildInfoFile };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(project, own, host);
  return ts.createIncrementalProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

function checkTypes(builder) {
  const problems = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ];
  report(problems);
  // Writes what it remembers, and nothing else.
  builder.emit();
  return problems.length === 0;
}

function report(problems) {
  const names = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  if (problems.length > 0) console.error(ts.formatDiagnostics(problems, names));
}

async function lint(project, program) {
  const memory = path.join(CACHE, `${nameOf(project)}.lint.json`);
  const known = readPassed(memory);
  const own = program
    .getSourceFiles()
    .filter(
      ({ fileName }) => !/\/(node_modules|dist|generated|__fixtures__)\/|\.d\.m?ts$|\.json$/.test(fileName),
    );
  const changed = own.filter(({ fileName, text }) => known[fileName] !== hashOf(text));
  const parserOptions = { programs: [program], projectService: false };
  const eslint = new ESLint({
    overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions } },
  });
  const results = changed.length === 0 ? [] : await eslint.lintFiles(changed.map(({ fileName }) => fileName));
  const isClean = ({ errorCount, warningCount }) => errorCount + warningCount === 0;
  const passed = new Set(results.filter(isClean).map(({ filePath }) => filePath));
  writePassed(
    memory,
    own.filter((file) => !changed.includes(file) || passed.has(file.fileName)),
  );
  const formatter = await eslint.loadFormatter('stylish');
  const said = await formatter.format(results, { cwd: root, rulesMeta: {} });
  if (said) console.error(said);
  return results.every(isClean);
}

function nameOf(project) {
  return path.basename(path.dirname(path.resolve(project)));
}

function hashOf(...texts) {
  return texts.reduce((hash, text) => hash.update(text).update('\0'), createHash('sha256')).digest('base64');
}

/** What lint has passed: the hash of the content by file; nothing once the configuration has changed. */
function readPassed(file) {
  const known = remembers && fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  return known.configuration === configuration ? known.passed : {};
}

function writePassed(file, files) {
  if (!remembers) return;
  const passed = Object.fromEntries(files.map(({ fileName, text }) => [fileName, hashOf(text)]));
  fs.mkdirSync(CACHE, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ configuration, passed }));
}
