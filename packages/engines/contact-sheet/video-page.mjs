import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import sharp from 'sharp';
import { nextOf } from './photos.mjs';

const FRAME_WIDTH = 250;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** A strip of five frames for each video. */
export async function videoPage(checkout, photos) {
  const { VideoEngine } = await import(path.join(checkout, 'packages/engines/dist/video/index.js'));
  const engine = new VideoEngine();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'contact-sheet-'));
  const files = new Map();
  for (const photo of photos) {
    const file = path.join(folder, `${photo.name}.png`);
    await writeFile(file, photo.bytes);
    files.set(photo, file);
  }
  const look = { resolution: '360p', aspectRatio: '16:9', durationSeconds: 3, seed: 1 };
  const outputFor = async () => ({ outputFolder: await mkdtemp(path.join(folder, 'video-')) });
  const rows = [];
  for (const photo of photos) {
    const start = files.get(photo);
    const others = [1, 2].map((steps) => files.get(nextOf(photos, photo, steps)));
    const generated = async (label, request) => {
      const video = await engine.generate({ ...look, ...request }, await outputFor());
      return { label, video };
    };
    const zoom = await generated(`${photo.name}: push in`, {
      kind: 'start-end',
      imagePaths: [start],
      prompt: 'push in',
    });
    const extended = async () => {
      const request = { sourcePath: zoom.video.videoPath, durationSeconds: 2, resolution: '540p', seed: 1 };
      return { label: 'the push-in, extended', video: await engine.extend(request, await outputFor()) };
    };
    const videos = [
      zoom,
      await generated('pan left, anime', {
        kind: 'start-end',
        imagePaths: [start],
        prompt: 'pan left',
        style: 'anime',
        movementAmplitude: 'large',
      }),
      await generated('9:16', { kind: 'start-end', imagePaths: [start], aspectRatio: '9:16' }),
      await generated('to the next picture', { kind: 'start-end', imagePaths: [start, others[0]] }),
      await generated('three references', { kind: 'references', imagePaths: [start, ...others] }),
      await extended(),
    ];
    rows.push(
      await Promise.all(videos.map(async ({ label, video }) => ({ label, bytes: await stripOf(video) }))),
    );
  }
  await engine.close();
  await rm(folder, { recursive: true });
  return { tileWidth: FRAME_WIDTH * SHARES.length, tileHeight: 150, columns: 2, rows };
}

async function stripOf({ videoPath, frames }) {
  const wanted = SHARES.map((share) => Math.round(share * (frames - 1)));
  const input = await Demuxer.open(videoPath);
  const stream = input.video();
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(`scale=${FRAME_WIDTH}:-2,format=rgb24`);
  const pictures = [];
  let number = 0;
  for await (const frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (!frame) continue;
    if (wanted.includes(number)) {
      const raw = { width: frame.width, height: frame.height, channels: 3 };
      pictures.push(await sharp(frame.toBuffer(), { raw }).png().toBuffer());
    }
    frame.free();
    number += 1;
  }
  await input.close();
  const { height } = await sharp(pictures[0]).metadata();
  const layers = pictures.map((picture, index) => ({ input: picture, left: index * FRAME_WIDTH, top: 0 }));
  const width = FRAME_WIDTH * SHARES.length;
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .composite(layers)
    .png()
    .toBuffer();
}
