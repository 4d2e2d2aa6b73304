// A relayed music stream beside a bare node:http pipe to the same vendor: bytes per second, the first line of the vendor,
// and every further line, with one and with four streams at once.
import { request } from 'node:http';
import { milliseconds, quantiles, readStream } from '../support/read-stream.mjs';

const MEASURE_MS = 3_000;
const PATH = '/proxy/musprov/t2m/generate';
/** A vendor that composes while it sends: lines of 16 KiB of audio. */
const PACED = { pauseMs: 20, lines: 40, bytes: 16 * 1024 };
/** A vendor that sends a finished piece of five minutes as fast as it is taken. */
const WHOLE = { pauseMs: 0, lines: 200, bytes: 48 * 1024 };
const FORM_BODY = 'prompt=calm+piano&duration=10';

export default [1, 4].flatMap((streams) => [
  {
    name: `stream-rate-${streams}`,
    title: `Relayed stream / bare pipe, ${streams} at once`,
    unit: 'MB/s',
    better: 'higher',
    target: { ratio: 0.8 },
    open: (bench) => open(bench, WHOLE, (target) => rate(target, streams)),
  },
  {
    name: `stream-first-line-${streams}`,
    title: `First line of the vendor − bare pipe, ${streams} at once`,
    unit: 'ms',
    better: 'lower',
    target: { difference: 8 },
    open: (bench) => open(bench, PACED, async (target) => (await delays(target, streams)).first),
  },
  {
    name: `stream-line-${streams}`,
    title: `Every further line − bare pipe, ${streams} at once`,
    unit: 'ms',
    better: 'lower',
    target: { difference: 0.5 },
    open: (bench) => open(bench, PACED, async (target) => (await delays(target, streams)).further),
  },
]);

async function open(bench, { pauseMs, lines, bytes }, measure) {
  const vendor = await bench.startPeer('music-vendor', pauseMs, lines, bytes);
  const pipe = await bench.startPeer('bare-pipe', vendor.port);
  const { url, token } = await bench.startService({
    MUSPROV_BASE_URL: vendor.url,
    MUSPROV_API_KEY: 'benchmark-key',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` };
  const ours = { url: url + PATH, headers, lines };
  const peer = { url: pipe.url + PATH, headers, lines };
  for (const target of [ours, peer]) for (let call = 0; call < 3; call += 1) await countBytes(target);
  return { ours: () => measure(ours), peer: () => measure(peer) };
}

/** Whole calls, from the request to the last byte: megabytes per second. */
async function rate(target, streams) {
  const since = performance.now();
  let bytes = 0;
  while (performance.now() - since < MEASURE_MS) {
    const counts = await Promise.all(Array.from({ length: streams }, () => countBytes(target)));
    bytes += counts.reduce((sum, count) => sum + count, 0);
  }
  return bytes / 1_000 / (performance.now() - since);
}

function countBytes({ url, headers }) {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers, agent: false });
    call.on('error', reject).on('response', (response) => {
      let bytes = 0;
      let last = '';
      response
        .on('data', (part) => {
          bytes += part.length;
          last = part;
        })
        .on('end', () => {
          if (response.statusCode === 200 && /"complete"\s*\}\s*$/.test(last.toString())) resolve(bytes);
          else reject(new Error(`${response.statusCode}: ${last}`));
        });
    });
    call.end(FORM_BODY);
  });
}

/** Medians in milliseconds: from the request to the first line of the vendor, and from each line's sending to its arrival. */
async function delays(target, streams) {
  const since = performance.now();
  const first = [];
  const further = [];
  while (performance.now() - since < MEASURE_MS) {
    const replies = await Promise.all(Array.from({ length: streams }, () => timedCall(target)));
    for (const { sentAt, chunks } of replies) {
      first.push(milliseconds(sentAt, chunks[0].at));
      for (const { at, event } of chunks.slice(1))
        further.push(milliseconds(Buffer.from(event.data, 'base64').readBigUInt64LE(), at));
    }
  }
  return { first: quantiles(first).p50, further: quantiles(further).p50 };
}

async function timedCall({ url, headers, lines: expected }) {
  const { sentAt, lines } = await readStream(url, headers, (call) => call.end(FORM_BODY));
  const chunks = lines
    .map(({ at, text }) => ({ at, event: JSON.parse(text) }))
    .filter(({ event }) => event.type === 'audio_chunk');
  if (chunks.length !== expected) throw new Error(`${chunks.length} of ${expected} lines came`);
  return { sentAt, chunks };
}
