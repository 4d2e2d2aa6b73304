// Memory and time of pictures of every shape and kind that is taken: the peak of the service, and of the process that works on
// them. npm run bench -- shapes [--all] [--named JPEG]: each operation on each, those whose name holds a word.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { engineProcesses } from '../../test/support/engine-processes.ts';
import { startService } from '../support/service.mjs';

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, named: { type: 'string' } },
});

const BASE = '/proxy/imgprov/v1/ai';
const SIDE = 7_071;

/** Each is a name, a size and how it is encoded. */
const SHAPES = [
  ['8x8 PNG', 8, 8, (p) => p.png()],
  ['1x1000 PNG', 1, 1_000, (p) => p.png()],
  ['1000x1 PNG', 1_000, 1, (p) => p.png()],
  ['16384x17 PNG', 16_384, 17, (p) => p.png()],
  ['7000x7000 PNG', 7_000, 7_000, (p) => p.png({ compressionLevel: 3 })],
  ['16384x3051 PNG', 16_384, 3_051, (p) => p.png({ compressionLevel: 3 })],
  ['3051x16384 PNG', 3_051, 16_384, (p) => p.png({ compressionLevel: 3 })],
  [
    '50 MP 16-bit RGBA PNG',
    SIDE,
    SIDE,
    (p) => p.ensureAlpha(0.5).toColourspace('rgb16').png({ compressionLevel: 3 }),
  ],
  ['50 MP JPEG', SIDE, SIDE, (p) => p.jpeg({ quality: 80 })],
  ['50 MP JPEG, to be turned', SIDE, SIDE, (p) => p.withMetadata({ orientation: 6 }).jpeg({ quality: 80 })],
  ['50 MP JPEG, progressive', SIDE, SIDE, (p) => p.jpeg({ quality: 80, progressive: true })],
  [
    '50 MP JPEG, progressive 4:4:4',
    SIDE,
    SIDE,
    (p) => p.jpeg({ quality: 80, progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['50 MP WebP', SIDE, SIDE, (p) => p.webp({ quality: 70, effort: 0 })],
  ['50 MP WebP, lossless', SIDE, SIDE, (p) => p.webp({ lossless: true, effort: 0 })],
  ['30 MP WebP, lossless', 5_477, 5_477, (p) => p.webp({ lossless: true, effort: 0 })],
  ['50 MP AVIF', SIDE, SIDE, (p) => p.avif({ quality: 40, effort: 0 })],
  ['12 MP AVIF', 4_000, 3_000, (p) => p.avif({ quality: 40, effort: 0 })],
  ['50 MP TIFF', SIDE, SIDE, (p) => p.tiff({ compression: 'jpeg', quality: 80 })],
];

await reportShapes(options);

async function reportShapes({ all, named = '' }) {
  const service = await startService();
  const rows = [];
  try {
    await relight(service, await picture(SHAPES[0]));
    for (const shape of SHAPES.filter(([name]) => name.includes(named))) {
      const image = await picture(shape);
      const kinds =
        all || /^(16384x3051|50 MP 16)/.test(shape[0]) ? ['relight', 'skin', 'style'] : ['relight'];
      for (const kind of kinds) rows.push(await measured(service, shape[0], kind, image, 1));
      if (shape[0] === '7000x7000 PNG')
        rows.push(await measured(service, '8 at once of it', 'relight', image, 8));
    }
  } finally {
    await service.stop();
  }
  console.table(rows);
}

async function picture([, width, height, encode]) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  const create = {
    width: Math.max(1, width >> 6),
    height: Math.max(1, height >> 6),
    channels: 3,
    background: '#888',
    noise,
  };
  const small = await sharp({ create }).png().toBuffer();
  const bytes = await encode(
    sharp(small).resize(width, height, { fit: 'fill', kernel: 'nearest' }),
  ).toBuffer();
  if (bytes.length > 20 * 1024 * 1024) throw new Error(`${width}x${height} has ${bytes.length} bytes`);
  return bytes.toString('base64');
}

async function measured(service, shape, kind, image, count) {
  const peaks = { service: 0, child: 0 };
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      peaks.service = Math.max(peaks.service, peakOf(service.pid));
      const pids = engineProcesses('image', [service.pid]);
      peaks.child = Math.max(
        peaks.child,
        pids.reduce((sum, pid) => sum + peakOf(pid), 0),
      );
      await sleep(20);
    }
  })();
  const began = performance.now();
  const outcomes = await Promise.all(Array.from({ length: count }, () => work(service, kind, image)));
  const seconds = ((performance.now() - began) / 1_000).toFixed(2);
  isOver = true;
  await watch;
  // The next one begins in a new process, with a peak of its own.
  for (const pid of engineProcesses('image', [service.pid])) process.kill(pid, 'SIGTERM');
  await sleep(300);
  const { service: own, child } = peaks;
  const row = {
    shape,
    kind,
    seconds,
    'service MB': own,
    'child MB': child,
    'together MB': own + child,
    outcome: outcomes[0],
  };
  console.log(Object.values(row).join(' | '));
  return row;
}

async function work(service, kind, image) {
  const path = { relight: 'image-relight', skin: 'skin-enhancer/creative', style: 'image-style-transfer' }[
    kind
  ];
  const reply = await service.post(`${BASE}/${path}`, {
    image,
    ...(kind === 'style' ? { reference_image: image } : {}),
  });
  return service.completed(reply.data?.task_id ?? reply.task_id).then(
    () => 'done',
    (error) => error.message.replace(/^[^:]*: /, ''),
  );
}

const relight = (service, image) => work(service, 'relight', image);

function peakOf(pid) {
  try {
    return Math.round(
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
  } catch {
    return 0;
  }
}
