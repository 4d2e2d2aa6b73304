// Added latency of a relayed music stream beside a bare node:http pipe to the same vendor, in one run; time to the first
// event; memory of a large upload. Usage: npm run bench -- media [--streams 4] [--megabytes 1000] [--only upload]
import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from '../http/service.mjs';
import { bigForm, writeClip } from './big-video.mjs';
import { milliseconds, quantiles, readStream } from './read-stream.mjs';

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '4' },
    megabytes: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const PAUSE_MS = 20;
const LINES = 100;
const LINE_BYTES = 16 * 1024;
const ROUNDS = 5;
const FIRST_EVENTS = 10;
const CALL_BODY = 'prompt=calm+piano&duration=10';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
try {
  if (options.only !== 'upload') {
    await reportRelay();
    await reportFirstEvents();
  }
  await reportUpload(Number(options.megabytes));
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

function startPeer(file, ...words) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), words.map(String));
  return new Promise((resolve) => child.once('message', (port) => resolve({ child, port })));
}

function callText(url, token) {
  return readStream(
    `${url}/proxy/musprov/t2m/generate`,
    { ...FORM, authorization: `Bearer ${token}` },
    (call) => call.end(CALL_BODY),
  );
}

async function reportRelay() {
  const vendor = await startPeer('./fake-vendor.mjs', PAUSE_MS, LINES, LINE_BYTES);
  const pipe = await startPeer('./bare-pipe.mjs', vendor.port);
  const service = await startService({
    MUSPROV_BASE_URL: `http://127.0.0.1:${vendor.port}`,
    MUSPROV_API_KEY: 'benchmark-key',
  });
  const ways = { 'bare pipe': `http://127.0.0.1:${pipe.port}`, service: service.url };
  try {
    await callText(service.url, service.token);
    for (const streams of [1, Number(options.streams)]) {
      const seen = Object.fromEntries(Object.keys(ways).map((way) => [way, { first: [], line: [] }]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [way, url] of Object.entries(ways)) {
          const replies = await Promise.all(
            Array.from({ length: streams }, () => callText(url, service.token)),
          );
          for (const reply of replies) collect(seen[way], reply);
        }
      }
      printRelay(streams, seen);
    }
  } finally {
    vendor.child.kill();
    pipe.child.kill();
    await service.stop();
  }
}

function collect(seen, { sentAt, lines }) {
  const chunks = lines
    .map(({ at, text }) => ({ at, event: JSON.parse(text) }))
    .filter(({ event }) => event.type === 'audio_chunk');
  if (chunks.length !== LINES) throw new Error(`${chunks.length} of ${LINES} lines came`);
  seen.first.push(milliseconds(sentAt, chunks[0].at));
  // The first line waits for its call; the others show what relaying one takes.
  for (const { at, event } of chunks.slice(1))
    seen.line.push(milliseconds(Buffer.from(event.data, 'base64').readBigUInt64LE(), at));
}

function printRelay(streams, seen) {
  const row = (measure) => {
    const [bare, own] = [quantiles(seen['bare pipe'][measure]), quantiles(seen.service[measure])];
    return Object.fromEntries(
      ['p50', 'p95', 'p99'].map((q) => [
        q,
        `${bare[q].toFixed(2)} -> ${own[q].toFixed(2)} (+${(own[q] - bare[q]).toFixed(2)})`,
      ]),
    );
  };
  console.log(`\nRelayed streams at the same time: ${streams}. Milliseconds, bare pipe -> service`);
  console.table({
    'call, until the first line of the vendor': row('first'),
    'one line of 16 KiB': row('line'),
  });
}

async function reportFirstEvents() {
  const service = await startService();
  try {
    await callText(service.url, service.token);
    const text = [];
    for (let count = 0; count < FIRST_EVENTS; count += 1)
      text.push(firstEvent(await callText(service.url, service.token)));
    const clip = await writeClip(folder, 2);
    const rows = { 'text, local engine': quantiles(text) };
    for (const megabytes of [1, 100]) {
      const times = [];
      for (let count = 0; count < FIRST_EVENTS; count += 1)
        times.push(firstEvent(await upload(service, clip, megabytes)));
      rows[`video of ${megabytes} MB, local engine`] = quantiles(times);
    }
    console.log('\nFrom the last byte of the request to the first event, milliseconds');
    console.table(rows);
  } finally {
    await service.stop();
  }
}

function firstEvent({ sentAt, lines }) {
  return milliseconds(sentAt, lines[0].at);
}

async function upload(service, clip, megabytes) {
  const { headers, send } = await bigForm(clip, megabytes);
  return readStream(
    `${service.url}/proxy/musprov/v2m/generate`,
    { ...headers, authorization: `Bearer ${service.token}` },
    send,
  );
}

async function reportUpload(megabytes) {
  const service = await startService();
  try {
    const clip = await writeClip(folder, 2);
    for (let count = 0; count < 3; count += 1) await upload(service, clip, 20);
    await sleep(2_000);
    const before = await service.memoryMegabytes();
    let highest = before;
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        highest = Math.max(highest, await service.memoryMegabytes());
        await sleep(20);
      }
    })();
    const began = process.hrtime.bigint();
    const reply = await upload(service, clip, megabytes);
    isOver = true;
    await watch;
    const seconds = milliseconds(began, reply.sentAt) / 1_000;
    console.log(
      `\nUpload of ${megabytes} MB: ${seconds.toFixed(1)} s, first event ${firstEvent(reply).toFixed(0)} ms after it; ` +
        `memory ${before} MB before, ${highest} MB at most until the end of the stream (+${highest - before})`,
    );
  } finally {
    await service.stop();
  }
}
