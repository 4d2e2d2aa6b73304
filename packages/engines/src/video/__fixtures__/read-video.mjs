// Decodes a video for the tests, apart from the engine's own reading code.
// argv: path, comma-separated frame numbers (-1 is the last). Sends one message: facts and those frames as I420.
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { avGetCodecName } from 'node-av/lib';

const [path, wanted] = process.argv.slice(2);
const numbers = wanted === '' ? [] : wanted.split(',').map(Number);
const input = await Demuxer.open(path);
const video = input.video();
const audio = input.audio();
const { codecpar } = video;
const facts = {
  codec: avGetCodecName(codecpar.codecId),
  width: codecpar.width,
  height: codecpar.height,
  colours: [codecpar.colorPrimaries, codecpar.colorTrc, codecpar.colorSpace, codecpar.colorRange].map(Number),
  pixelFormat: Number(codecpar.format),
  durationSeconds: input.duration,
  audioCodec: audio ? avGetCodecName(audio.codecpar.codecId) : undefined,
};
const frames = {};
let count = 0;
let last;
let decoder = await Decoder.create(video);
for await (const frame of decoder.frames(input.packets(video.index))) {
  if (!frame) continue;
  if (numbers.includes(count)) frames[count] = frame.toBuffer();
  if (numbers.includes(-1)) last = frame.toBuffer();
  frame.free();
  count++;
}
decoder.close();
await input.close();
if (last) frames[-1] = last;
process.send({ ...facts, frames, frameCount: count, sound: audio ? await soundOf() : undefined }, () => process.exit(0));

async function soundOf() {
  const again = await Demuxer.open(path);
  const stream = again.audio();
  const soundDecoder = await Decoder.create(stream);
  const filter = FilterAPI.create('aformat=sample_fmts=flt:sample_rates=48000:channel_layouts=mono');
  const blocks = [];
  for await (const frame of filter.frames(soundDecoder.frames(again.packets(stream.index)))) {
    if (!frame) continue;
    blocks.push(frame.toBuffer());
    frame.free();
  }
  await again.close();
  return Buffer.concat(blocks);
}
