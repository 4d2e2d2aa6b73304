// Requests per second of the service beside bare node:http and bare Express in one run, the time from POST to COMPLETED of
// a one-megapixel relight, and memory while 200 jobs wait. Usage: npm run bench -- http [--seconds 5] [--connections 16]
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { startService } from './service.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, connections: { type: 'string', default: '16' } },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const JOBS = 200;

const service = await startService();
const bare = await startPeer('./bare-http.mjs');
const express = await startPeer('./bare-express.mjs');
try {
  await reportRates();
  await reportRelight();
  await reportMemory();
} finally {
  bare.kill();
  express.kill();
  await service.stop();
}

function startPeer(file) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  return new Promise((resolve) =>
    child.once('message', (port) => resolve(Object.assign(child, { url: `http://127.0.0.1:${port}` }))),
  );
}

async function rate(url, request = {}) {
  const load = (duration) => autocannon({ url, connections, duration, ...request });
  await load(1);
  const { requests, latency, non2xx } = await load(seconds);
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} requests with an error`);
  return { perSecond: requests.average, p99: latency.p99 };
}

async function reportRates() {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const image = (await picture(8, 8)).toString('base64');
  const post = { method: 'POST', headers, body: JSON.stringify({ image, sharpen: 10, smart_grain: 3 }) };
  const wrong = { ...post, body: JSON.stringify({ image, sharpen: 101 }) };
  const path = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
  const { data } = await (await fetch(service.url + path, post)).json();
  const task = await service.completed(data.task_id);
  const rows = [
    ['node:http GET', await rate(`${bare.url}/`)],
    ['Express GET', await rate(`${express.url}/`)],
    ['node:http JSON POST', await rate(`${bare.url}/`, { method: 'POST', headers, body: wrong.body })],
    ['Express JSON POST', await rate(`${express.url}/`, { method: 'POST', headers, body: wrong.body })],
    ['GET /users (token)', await rate(`${service.url}/users`, { headers })],
    ['GET /tasks/{id} (token)', await rate(`${service.url}/tasks/${task.id}`, { headers })],
    [
      'GET image task (token)',
      await rate(`${service.url}/proxy/imgprov/v1/ai/skin-enhancer/${task.id}`, { headers }),
    ],
    ['validated POST (token, row, job)', await rate(service.url + path, post)],
  ];
  const [[, node], [, plain], [, nodePost], [, plainPost]] = rows;
  console.log(
    '\nrequests/s'.padEnd(36),
    'per s'.padStart(8),
    '/node'.padStart(8),
    '/Express'.padStart(9),
    'p99 ms'.padStart(8),
  );
  for (const [name, { perSecond, p99 }] of rows) {
    const isPost = name.includes('POST');
    const ratios = [isPost ? nodePost : node, isPost ? plainPost : plain].map((peer) =>
      (perSecond / peer.perSecond).toFixed(3),
    );
    console.log(
      name.padEnd(35),
      perSecond.toFixed(0).padStart(8),
      ratios[0].padStart(8),
      ratios[1].padStart(9),
      String(p99).padStart(8),
    );
  }
  await service.cancelAll();
}

async function reportRelight() {
  const image = (await picture(1200, 833)).toString('base64');
  const times = [];
  for (let round = 0; round < 6; round += 1) {
    const since = performance.now();
    const reply = await service.post('/proxy/imgprov/v1/ai/image-relight', {
      image,
      prompt: 'warm light from the left',
    });
    await service.completed(reply.data.task_id);
    if (round > 0) times.push(performance.now() - since);
  }
  times.sort((a, b) => a - b);
  console.log(
    `\n1 MP relight, POST to COMPLETED: median ${times[2].toFixed(0)} ms (min ${times[0].toFixed(0)}, max ${times[4].toFixed(0)})`,
  );
}

async function reportMemory() {
  const before = await service.memoryMegabytes();
  const image = (await picture(1200, 833)).toString('base64');
  const ids = [];
  for (let job = 0; job < JOBS; job += 1) {
    const reply = await service.post('/proxy/imgprov/v1/ai/image-relight', { image, prompt: 'evening' });
    ids.push(reply.data.task_id);
  }
  const queued = await service.memoryMegabytes();
  console.log(
    `memory of the service: ${before} MB before, ${queued} MB with ${JOBS} one-megapixel jobs submitted`,
  );
  const since = performance.now();
  for (const id of ids) await service.completed(id);
  console.log(
    `all ${JOBS} ended ${((performance.now() - since) / 1000).toFixed(1)} s later; ${await service.memoryMegabytes()} MB then`,
  );
}

/** A picture with texture, so that it does not compress to nothing. */
async function picture(width, height) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = 128 + 90 * Math.sin(index / 700) + 25 * Math.sin(index * 12.9898);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
