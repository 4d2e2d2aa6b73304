// npm run docs:generate: writes docs/errors.md, docs/configuration.md and .env.example from the compiled service, docs/api.md from openapi.json,
// docs/third-party.md from package-lock.json, and the modules in docs/ARCHITECTURE.md from module-graph.cjs.
// With --check nothing is written: it fails when a committed file differs. Needs a build.
import fs from 'node:fs';
import path from 'node:path';
import { moduleDocs } from './module-picture.mjs';
import { requireBuild } from './prepare.mjs';
import { thirdPartyDocs } from './third-party.mjs';

const root = path.resolve(import.meta.dirname, '..');
requireBuild();
const { generatedDocs } = await import(`${root}/dist/apps/api/src/document/generated-docs.js`);
const isCheck = process.argv.includes('--check');

for (const [name, text] of Object.entries({
  ...generatedDocs(JSON.parse(fs.readFileSync(path.join(root, 'openapi.json'), 'utf8'))),
  ...thirdPartyDocs(root),
  ...moduleDocs(root),
})) {
  const file = path.join(root, name);
  if (!isCheck) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  } else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what the code says; run npm run docs:generate and commit it.`);
    process.exitCode = 1;
  }
}
process.exit();
