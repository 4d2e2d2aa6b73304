// Point reads of the registry per second, beside bare Express and a Verdaccio that serves its package document, in one run.
// Usage: npm run bench -- registry [--seconds 5] [--connections 32]
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startService } from '../http/service.mjs';
import { publishNode } from './node.mjs';
import { startVerdaccio } from './verdaccio.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, connections: { type: 'string', default: '32' } },
});
const stops = [];
try {
  const service = await startService();
  stops.push(() => service.stop());
  const express = await startExpress();
  stops.push(() => express.kill());
  const verdaccio = await startVerdaccio();
  stops.push(() => verdaccio.stop());
  const id = await publishNode(service);
  const rows = [
    ['bare Express', await rate(`${express.url}/`)],
    ['Verdaccio, package document', await rate(verdaccio.documentUrl)],
    ['GET /nodes/{id}', await rate(`${service.url}/nodes/${id}`)],
    ['GET /nodes/{id}/versions/{v}', await rate(`${service.url}/nodes/${id}/versions/1.0.0`)],
    ['GET /nodes/{id}/install', await rate(`${service.url}/nodes/${id}/install`)],
  ];
  console.log(
    '\nrequests/s'.padEnd(34),
    'per s'.padStart(8),
    '/Express'.padStart(9),
    '/Verdaccio'.padStart(11),
    'p99 ms'.padStart(8),
  );
  for (const [name, { perSecond, p99 }] of rows) {
    const ratios = [rows[0][1], rows[1][1]].map((peer) => (perSecond / peer.perSecond).toFixed(3));
    console.log(
      name.padEnd(33),
      perSecond.toFixed(0).padStart(8),
      ratios[0].padStart(9),
      ratios[1].padStart(11),
      String(p99).padStart(8),
    );
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

function startExpress() {
  const child = fork(fileURLToPath(new URL('../http/bare-express.mjs', import.meta.url)));
  return new Promise((resolve) =>
    child.once('message', (port) => resolve(Object.assign(child, { url: `http://127.0.0.1:${port}` }))),
  );
}

async function rate(url) {
  const load = (duration) => autocannon({ url, connections: Number(options.connections), duration });
  await load(1);
  const { requests, latency, non2xx } = await load(Number(options.seconds));
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} requests with an error`);
  return { perSecond: requests.average, p99: latency.p99 };
}
