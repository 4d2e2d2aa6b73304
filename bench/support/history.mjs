import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FOLDER = 'bench/results';
const HISTORY = path.join(FOLDER, 'history.jsonl');

/** What the figures depend on beside the code. */
export function describeRun(options) {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return {
    at: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : ''),
    node: process.version,
    processor: os.cpus()[0]?.model,
    cores: os.availableParallelism(),
    memoryGigabytes: Math.round(os.totalmem() / 2 ** 30),
    load: os.loadavg().map((load) => Math.round(load * 100) / 100),
    options,
  };
}

/** One line per run, and a file with the newest run alone, whose path is given. */
export function addToHistory(run, rows) {
  fs.mkdirSync(FOLDER, { recursive: true });
  const content = { ...run, loadAfter: os.loadavg(), rows };
  fs.appendFileSync(HISTORY, `${JSON.stringify(content)}\n`);
  const file = path.join(FOLDER, 'latest.json');
  fs.writeFileSync(file, JSON.stringify(content, undefined, 2));
  return file;
}

/** All runs, the newest last. */
export function readHistory() {
  if (!fs.existsSync(HISTORY)) return [];
  const lines = fs.readFileSync(HISTORY, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
