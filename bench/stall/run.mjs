// The longest that the event loop of the service stands still while it takes one large JSON body, by kind of body: what
// every other request has to wait meanwhile. Usage: npm run bench -- stall [--megabytes 50] [--times 3]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { startService } from '../support/service.mjs';

const { values: options } = parseArgs({
  options: { megabytes: { type: 'string', default: '50' }, times: { type: 'string', default: '3' } },
});
const MEGABYTE = 1024 * 1024;
const size = Number(options.megabytes) * MEGABYTE;
const file = path.join(os.tmpdir(), `atelier-loop-delay-${process.pid}`);
const probe = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));

const service = await startService({
  NODE_OPTIONS: `--import=${probe}`,
  LOOP_DELAY_FILE: file,
  RUN_JOBS: 'false',
});
try {
  const rows = [];
  for (const [name, body, headers] of await bodies()) rows.push(await measured(name, body, headers));
  console.table(rows);
} finally {
  await service.stop();
  fs.rmSync(file, { force: true });
}

async function measured(name, body, headers = {}) {
  const delays = [];
  let status;
  for (let times = 0; times < Number(options.times); times += 1) {
    await sleep(500);
    await longestDelay();
    const reply = await fetch(`${service.url}/proxy/vidprov/reference2video`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await reply.text();
    if (process.env.SHOW) console.error(name, text.slice(0, 200));
    ({ status } = reply);
    delays.push(await longestDelay());
  }
  const [wall, processor] = ['wall', 'processor'].map((clock) =>
    delays.map((delay) => Math.round(delay[clock])).sort((a, b) => a - b),
  );
  return {
    body: name,
    status,
    'median ms': wall[wall.length >> 1],
    'worst ms': wall.at(-1),
    'median ms of processor': processor[processor.length >> 1],
    'worst ms of processor': processor.at(-1),
  };
}

async function longestDelay() {
  fs.rmSync(file, { force: true });
  service.signal('SIGUSR2');
  while (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') === '') await sleep(5);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** Many texts that together are about as large. */
function parts(count, letter) {
  const bytes = Math.floor(size / count) - 3;
  return Array(count).fill(letter.repeat(bytes / Buffer.byteLength(letter)));
}

/** Bodies of about the same size: pictures, pictures in lines, and what only somebody hostile sends. */
async function bodies() {
  const create = { width: 64, height: 64, channels: 3, background: '#a06040' };
  const png = await sharp({ create }).png().toBuffer();
  const share = Math.floor((size / 3) * 0.749);
  const picture = Buffer.concat([
    png,
    Buffer.alloc(Math.min(share, 20 * MEGABYTE) - png.length, 'noise\u0001\u00fe', 'latin1'),
  ]);
  const base64 = picture.toString('base64');
  const inLines = base64.replaceAll(/(.{76})/g, '$1\r\n');
  const request = (images, extra = {}) =>
    JSON.stringify({ images, model: 'vq3-pro', prompt: 'a slow pan', ...extra });
  return [
    ['3 pictures', request([base64, base64, base64])],
    [
      '3 pictures, with an idempotency key',
      request([base64, base64, base64]),
      { 'idempotency-key': `stall-${Date.now()}` },
    ],
    ['3 pictures as data: URIs', request([1, 2, 3].map(() => `data:image/png;base64,${base64}`))],
    ['3 pictures in lines of 76', request([inLines, inLines, inLines])],
    ['3 pictures, gzip', gzipSync(request([base64, base64, base64])), { 'content-encoding': 'gzip' }],
    ['7 pictures of 2 MB in lines of 76', request(Array(7).fill(inLines.slice(0, 2_000_000)))],
    ['one picture of nothing but line breaks', request(['\n'.repeat(size / 2)])],
    ['a long prompt', request([base64.slice(0, 1000)], { prompt: 'x'.repeat(size) })],
    ['an unknown field', request([base64.slice(0, 1000)], { unknown: 'é'.repeat(size / 2) })],
    ['an unknown field of a long name', request([base64.slice(0, 1000)], { ['n'.repeat(size)]: 1 })],
    ['25 unknown texts of 2 MB', request([base64.slice(0, 1000)], { unknown: parts(25, 'б') })],
    ['150,000 unknown texts', request([base64.slice(0, 1000)], { unknown: parts(150_000, 'x') })],
    ['no JSON after all', request(['A'.repeat(size)]).slice(0, -1)],
  ];
}
