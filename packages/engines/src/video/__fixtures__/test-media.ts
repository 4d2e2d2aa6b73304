import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** What the tests' own decoder says of a file. */
export interface SeenVideo {
  codec: string;
  width: number;
  height: number;
  colours: number[];
  pixelFormat: number;
  durationSeconds: number;
  audioCodec?: string;
  /** Requested frames as I420, by number; -1 is the last. */
  frames: Record<number, Uint8Array>;
  frameCount: number;
  /** Mono floats at 48 kHz. */
  sound?: Uint8Array;
}

export function seeVideo(file: string, frames: number[] = []): Promise<SeenVideo> {
  return new Promise((resolve, reject) => {
    const child = fork(fixture('read-video.mjs'), [file, frames.join(',')], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (seen) => resolve(seen as SeenVideo));
    child.once('exit', (code) => reject(new Error(`the test decoder ended with ${code}`)));
  });
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}

/** A folder that is removed after the test file. */
export async function scratchFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-video-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export type Colour = readonly [red: number, green: number, blue: number];

/** Paints a PNG from a function of the place (0–1 across and down). */
export async function paint(file: string, colourAt: (u: number, v: number) => Colour, size = 320): Promise<string> {
  const rgb = Buffer.alloc(size * size * 3);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      rgb.set(colourAt(column / size, row / size), (row * size + column) * 3);
    }
  }
  await sharp(rgb, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toFile(file);
  return file;
}

/** Soft coloured waves: detail everywhere, different for each tune. */
export function waves(tune: number): (u: number, v: number) => Colour {
  return (u, v) => [
    128 + 100 * Math.sin(9 * u + tune * 2 + 4 * v),
    128 + 90 * Math.sin(7 * v * (1 + tune / 3) + 3 * u * tune),
    128 + 80 * Math.cos(5 * (u + v) * (1 + tune / 5)),
  ];
}

/** A striped disc on a plain ground, its centre at a place. */
export function disc(x: number, y: number): (u: number, v: number) => Colour {
  return (u, v) => {
    const distance = Math.hypot(u - x, v - y);
    if (distance > 0.14) return [60 + 40 * v, 90, 120 + 30 * u];
    return Math.sin(90 * (u - x + v - y)) > 0 ? [240, 200, 40] : [170, 30, 30];
  };
}

/** The given picture as the engine is asked to show it: brightness of the covering crop. */
export async function expectedLuma(file: string, width: number, height: number): Promise<Float64Array> {
  const rgb = await sharp(file).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer();
  return Float64Array.from(
    { length: width * height },
    (_, i) => 16 + 0.18259 * rgb[i * 3]! + 0.61423 * rgb[i * 3 + 1]! + 0.06201 * rgb[i * 3 + 2]!,
  );
}

/** Peak signal-to-noise ratio in decibels over the length of the first argument. */
export function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}

/** Root mean square of mono floats. */
export function loudness(sound: Uint8Array | undefined, fromSeconds = 0, toSeconds = Infinity): number {
  if (!sound) return 0;
  const samples = new Float32Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.byteLength));
  const part = samples.subarray(fromSeconds * 48_000, Math.min(samples.length, toSeconds * 48_000));
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
}

/** What `write-video.mjs` is to write. */
export interface SourcePlan {
  codec?: 'h264' | 'vp9' | 'mpeg4';
  seconds?: number;
  framesPerSecond?: number;
  options?: ('cut' | 'dim' | 'lively' | 'pan' | 'silent')[];
}

/** Writes a source video; the ending of the name picks the container. */
export function writeSource(file: string, plan: SourcePlan = {}): Promise<string> {
  const { codec = 'h264', seconds = 1, framesPerSecond = 25, options = [] } = plan;
  return new Promise((resolve, reject) => {
    const words = [file, codec, String(seconds), String(framesPerSecond), ...options];
    const child = fork(fixture('write-video.mjs'), words, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('exit', (code) => (code === 0 ? resolve(file) : reject(new Error(`writing ended with ${code}`))));
  });
}
