import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Decoder, Demuxer, FilterComplexAPI } from 'node-av/api';
import { AV_LOG_ERROR, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';

const PROMPTS = [
  'happy pop song',
  'heavy metal',
  'epic cinematic trailer',
  'rock without guitar',
  'slow rock ballad',
  'drums only',
  'string quartet, sad',
  'a cappella choir',
  'lullaby',
  'dubstep',
  'flamenco',
  'ambient drone',
];
const SECONDS = 60;
const SPECTRUM =
  'showspectrumpic=s=640x1024:legend=0:fscale=log:start=40:stop=12000:drange=70,scale=640:176,format=rgb24';

/** A spectrum over time for each song (40 Hz to 12 kHz), its loudness (LUFS), loudness range (LU) and stereo correlation. */
export async function musicPage(checkout) {
  const { MusicEngine, planMusic } = await import(
    path.join(checkout, 'packages/engines/dist/music/index.js')
  );
  Log.setLevel(AV_LOG_ERROR);
  const engine = new MusicEngine();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'contact-sheet-'));
  const tiles = [];
  for (const [index, prompt] of PROMPTS.entries()) {
    const plan = planMusic({ prompt, durationSeconds: SECONDS, seed: 1 });
    const chunks = [];
    for await (const chunk of engine.stream(plan)) chunks.push(chunk);
    const file = path.join(folder, `${index}.mp3`);
    await writeFile(file, Buffer.concat(chunks));
    const { loudness, range } = await loudnessOf(file);
    const facts = `${Math.round(plan.bpm)} bpm, ${loudness} LUFS, range ${range}, correlation ${await correlationOf(file)}`;
    tiles.push({ label: `${prompt}: ${facts}`, bytes: await spectrumOf(file) });
  }
  await engine.close();
  await rm(folder, { recursive: true });
  return { tileWidth: 640, tileHeight: 180, columns: 3, rows: [tiles] };
}

async function spectrumOf(file) {
  let picture;
  for await (const frame of filtered(file, SPECTRUM, AVMEDIA_TYPE_VIDEO)) {
    const raw = { width: frame.width, height: frame.height, channels: 3 };
    picture = await sharp(frame.toBuffer(), { raw }).png().toBuffer();
  }
  return picture;
}

async function loudnessOf(file) {
  let facts = {};
  for await (const frame of filtered(file, 'ebur128=metadata=1')) facts = frame.getMetadata().getAll();
  return {
    loudness: Number(facts['lavfi.r128.I']).toFixed(1),
    range: Number(facts['lavfi.r128.LRA']).toFixed(1),
  };
}

async function correlationOf(file) {
  let [both, left, right] = [0, 0, 0];
  for await (const frame of filtered(file, 'aformat=sample_fmts=flt:channel_layouts=stereo')) {
    const bytes = frame.toBuffer();
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      const [one, other] = [bytes.readFloatLE(at), bytes.readFloatLE(at + 4)];
      both += one * other;
      left += one * one;
      right += other * other;
    }
  }
  return (both / Math.sqrt(left * right || 1)).toFixed(2);
}

async function* filtered(file, description, mediaType = AVMEDIA_TYPE_AUDIO) {
  const input = await Demuxer.open(file);
  const stream = input.audio();
  const decoder = await Decoder.create(stream);
  const filter = FilterComplexAPI.create(`[in]${description}[out]`, {
    inputs: [{ label: 'in' }],
    outputs: [{ label: 'out', mediaType }],
  });
  for await (const frame of filter.frames('out', { in: decoder.frames(input.packets(stream.index)) })) {
    if (!frame) continue;
    yield frame;
    frame.free();
  }
  await input.close();
}
