// A Verdaccio on loopback with one package in it.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const NAME = 'bench-package';

const CONFIG = (folder) => `
storage: ${folder}/storage
auth:
  htpasswd:
    file: ${folder}/htpasswd
packages:
  '**':
    access: $all
    publish: $all
log: { type: stdout, format: json, level: fatal }
web: { enable: false }
userRateLimit: { windowMs: 1000, max: 1000000 }
`;

/** @param documents What else it is filled with, as search documents. */
export async function startVerdaccio(documents = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-verdaccio-'));
  for (const document of documents) store(path.join(folder, 'storage'), document);
  const config = path.join(folder, 'config.yaml');
  fs.writeFileSync(config, CONFIG(folder));
  const port = await freePort();
  const program = path.resolve('bench/node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/-/ping`);
  await publish(url);
  return {
    documentUrl: `${url}/${NAME}`,
    searchUrl: `${url}/-/v1/search`,
    async stop() {
      child.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url) {
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error('Verdaccio did not start');
}

async function publish(url) {
  const tarball = randomBytes(2_000);
  const file = `${NAME}-1.0.0.tgz`;
  const hash = (algorithm, encoding) => createHash(algorithm).update(tarball).digest(encoding);
  const dist = {
    tarball: `${url}/${NAME}/-/${file}`,
    shasum: hash('sha1', 'hex'),
    integrity: `sha512-${hash('sha512', 'base64')}`,
  };
  const reply = await fetch(`${url}/${NAME}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      _id: NAME,
      name: NAME,
      description: 'Blurs pictures.',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: NAME, version: '1.0.0', description: 'Blurs pictures.', dist } },
      _attachments: {
        [file]: {
          content_type: 'application/octet-stream',
          data: tarball.toString('base64'),
          length: tarball.length,
        },
      },
    }),
  });
  if (!reply.ok) throw new Error(`Verdaccio answered ${reply.status}: ${await reply.text()}`);
}

/** As a publication would. */
function store(storage, { id, name, author, description }) {
  const version = '1.0.0';
  const manifest = { name: id, version, description: `${name} ${description}`, author: { name: author } };
  const dist = { tarball: `http://localhost/${id}/-/${id}-${version}.tgz`, shasum: '' };
  const content = {
    name: id,
    versions: { [version]: { ...manifest, dist } },
    time: { [version]: '2026-01-01T00:00:00.000Z' },
    'dist-tags': { latest: version },
    _attachments: {},
    _distfiles: {},
    _uplinks: {},
  };
  fs.mkdirSync(path.join(storage, id), { recursive: true });
  fs.writeFileSync(path.join(storage, id, 'package.json'), JSON.stringify(content));
}
