// Part of npm run check: each text of the console is in the catalogues of its other languages, and translated.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../apps/console/src/languages');
for (const name of fs.readdirSync(folder)) {
  const file = path.join(folder, name);
  const before = fs.readFileSync(file, 'utf8');
  execFileSync('npm', ['run', '-s', 'languages'], { stdio: 'ignore' });
  const after = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, before);
  if (after !== before) fail(`${name} is not up to date: npm run languages`);
  const missing = [...after.matchAll(/^msgid (".+(?:\n".*)*)\nmsgstr ""$(?!\n")/gm)];
  for (const [, text] of missing) fail(`${name} has no translation of ${text}`);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
