// Memory of the service process under mixed work, and what it gives back: resident megabytes every ten seconds of the work
// and of the idle time after it. Usage: npm run bench -- memory [--seconds 120] [--idle 60] [--clients 4]
// With --only shapes: each shape and kind of picture alone, in a table; --all for each operation on each, --named for
// those whose name holds a word.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { startService } from '../http/service.mjs';
import { reportShapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    idle: { type: 'string', default: '60' },
    clients: { type: 'string', default: '4' },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    named: { type: 'string' },
  },
});
if (options.only === 'shapes') {
  await reportShapes(options);
  process.exit();
}
const SAMPLE_MS = 10_000;
const images = '/proxy/imgprov/v1/ai';
const service = await startService({ ALLOW_PRIVATE_NETWORKS: 'true' });
const authorization = `Bearer ${service.token}`;
try {
  const kinds = await work();
  const start = await service.memoryMegabytes();
  let isOver = false;
  let done = 0;
  const clients = Array.from({ length: Number(options.clients) }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) {
      await kinds[turn % kinds.length]();
      done += 1;
    }
  });
  const busy = await samples(Number(options.seconds));
  isOver = true;
  await Promise.all(clients);
  const idle = await samples(Number(options.idle));
  console.log(`at the start ${start} MB; ${done} pieces of work`);
  console.log(`busy, each 10 s: ${busy.join(' ')}`);
  console.log(`idle, each 10 s: ${idle.join(' ')}`);
  console.log(where());
} finally {
  await service.stop();
}

async function samples(seconds) {
  const taken = [];
  for (let at = 0; at < seconds * 1_000; at += SAMPLE_MS) {
    await sleep(SAMPLE_MS);
    taken.push(await service.memoryMegabytes());
  }
  return taken;
}

/** What the memory is made of, as the system sees it. */
function where() {
  const text = readFileSync(`/proc/${service.pid}/smaps`, 'utf8');
  const sums = {};
  let name = '';
  for (const line of text.split('\n')) {
    const head = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line);
    if (head) name = head[1].startsWith('/') ? 'files' : head[1] || 'anonymous';
    const size = /^Rss:\s+(\d+)/.exec(line)?.[1];
    if (size) sums[name] = (sums[name] ?? 0) + Number(size) / 1024;
  }
  return Object.entries(sums)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([key, size]) => `${key} ${Math.round(size)} MB`)
    .join(', ');
}

/** One piece of work each, from the order to the result. */
async function work() {
  const picture = await noise(2000, 1500);
  const small = await noise(1024, 768);
  const large = await noise(4000, 3000);
  const task = (target, body) => async () => {
    const reply = await service.post(target, body);
    const { outputs } = await service.completed(reply.data?.task_id ?? reply.task_id);
    for (const { url } of outputs) await (await fetch(url)).arrayBuffer();
  };
  const search = async () => {
    for (let times = 0; times < 50; times += 1)
      await (await fetch(`${service.url}/nodes/search?search=image%20${times}`)).text();
  };
  const music = async () => {
    const body = new FormData();
    body.set('prompt', 'calm piano');
    body.set('duration', '10');
    const init = { method: 'POST', body, headers: { authorization } };
    await (await fetch(`${service.url}/proxy/musprov/t2m/generate`, init)).text();
  };
  const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', images: [small] };
  return [
    task(`${images}/image-relight`, { image: picture, prompt: 'light from the left' }),
    search,
    task(`${images}/skin-enhancer/faithful`, { image: picture }),
    music,
    task(`${images}/image-style-transfer`, { image: small, reference_image: picture }),
    task('/proxy/vidprov/start-end2video', video),
    task(`${images}/image-relight`, { image: large }),
    search,
  ];
}

async function noise(width, height) {
  const create = {
    width,
    height,
    channels: 3,
    background: '#888888',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  };
  return (await sharp({ create }).jpeg().toBuffer()).toString('base64');
}
