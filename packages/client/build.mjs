// Makes the client from openapi.json and compiles it to dist/.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import './generate.mjs';

const folder = import.meta.dirname;
fs.rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
process.exitCode = status ?? 1;
