// Does the scan hold attacks and let honest packages pass? Reads every stand-in of both sets, and each folder below --honest, as
// the registry reads an upload, and prints what it says of each. Nothing is installed or run. Needs a build.
// Usage: node test/trials/packages/run.mjs [--honest FOLDER] [--only TEXT] [--json FILE]
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { honestPackages } from './honest-folders.mjs';
import { examine, OUTCOMES } from './examine.mjs';
import { SET_A } from './set-a/index.mjs';
import { SET_B } from './set-b/index.mjs';

const { values: options } = parseArgs({
  options: { honest: { type: 'string' }, only: { type: 'string', default: '' }, json: { type: 'string' } },
});
const groups = {
  'set A': SET_A,
  'set B': SET_B,
  honest: options.honest === undefined ? [] : honestPackages(path.resolve(options.honest)),
};

const all = [];
for (const [group, packages] of Object.entries(groups)) {
  for (const one of packages.filter(({ name }) => name.includes(options.only))) {
    const result = { group, ...(await examine(one)) };
    all.push(result);
    printRow(result);
  }
}
for (const group of Object.keys(groups)) printCounts(group);
printCost();
if (options.json !== undefined) fs.writeFileSync(options.json, JSON.stringify(all, undefined, 1));

function printRow({ group, name, outcome, score, rules, scanMs, readMs }) {
  const cells = [group.padEnd(6), name.padEnd(36), outcome.padEnd(8), String(score).padStart(4)];
  console.log(...cells, `${Math.round(scanMs)}/${Math.round(readMs)} ms`.padStart(14), rules.join(' '));
}

function printCounts(group) {
  const results = all.filter((result) => result.group === group);
  if (results.length === 0) return;
  const counts = OUTCOMES.map((outcome) => `${countOf(results, outcome)} ${outcome}`);
  console.log(`${group}: ${results.length} packages, ${counts.join(', ')}`);
  const isHonest = group === 'honest';
  const wrong = results.filter(({ outcome }) => isHonest === ['held', 'refused'].includes(outcome));
  if (wrong.length > 0)
    console.log(`  ${isHonest ? 'wrongly held' : 'missed'}: ${wrong.map(({ name }) => name).join(', ')}`);
  if (isHonest)
    for (const result of results.filter(({ outcome }) => outcome !== 'clean')) printAlarms(result);
}

/** What was found in an honest package: each rule's first three places. */
function printAlarms({ name, outcome, findings }) {
  console.log(`  ${name} (${outcome})`);
  const counted = findings.filter(({ severity, isShadow }) => severity !== 'note' && !isShadow);
  for (const [code, places] of Object.entries(Object.groupBy(counted, (finding) => finding.code)))
    for (const { severity, path: file = '', lines = [], excerpt = '' } of places.slice(0, 3))
      console.log(
        `    ${code} ${severity} ${file}:${lines[0] ?? ''} ${excerpt.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
      );
}

function countOf(results, outcome) {
  return results.filter((result) => result.outcome === outcome).length;
}

/** CPU of the scan beside that of the inspection and the extraction; a package's own ratio, then the middle one. */
function printCost() {
  for (const group of Object.keys(groups)) {
    const results = all.filter((result) => result.group === group && result.readMs > 0);
    if (results.length === 0) continue;
    const ratios = results.map(({ scanMs, readMs }) => (scanMs + readMs) / readMs).sort((a, b) => a - b);
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    const total = (sum('scanMs') + sum('readMs')) / sum('readMs');
    const middle = ratios[Math.floor(ratios.length / 2)];
    console.log(
      `${group}: CPU with the scan ${total.toFixed(2)} × that without, median ${middle.toFixed(2)}, most ${ratios.at(-1).toFixed(2)}`,
    );
  }
}
