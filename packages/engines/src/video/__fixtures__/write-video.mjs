// Writes a source video for the tests: grey frames that rise in brightness step by step, with a dark square that
// moves, a hard change of colour in the middle when asked for, and a tone.
// argv: path, codec (h264 vp9 mpeg4), seconds, frames per second, options: "cut", "silent", "pan" (a texture that moves
// three pixels a frame, in place of all else), "dim" (still, dark and bluish) or "lively" (bright, orange, fast).
import { Encoder, Muxer } from 'node-av/api';
import * as C from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';

Log.setLevel(C.AV_LOG_QUIET);

const [path, codec, seconds, rate, ...options] = process.argv.slice(2);
const [width, height] = [320, 180];
const encoders = { h264: C.FF_ENCODER_LIBX264, vp9: C.FF_ENCODER_LIBVPX_VP9, mpeg4: C.FF_ENCODER_MPEG4 };
const video = await Encoder.create(encoders[codec], { context: { bitRate: '2M', gopSize: 24 } });
const muxer = await Muxer.open(path);
const pictures = muxer.addStream(video);
const isWebm = path.endsWith('.webm');
const sound = options.includes('silent')
  ? undefined
  : await Encoder.create(isWebm ? C.FF_ENCODER_LIBOPUS : C.FF_ENCODER_AAC, { autoResample: true });
const tone = sound && muxer.addStream(sound);
const count = Math.round(seconds * rate);

for (let i = 0; i < count; i++) {
  const frame = Frame.fromVideoBuffer(picture(i), {
    width,
    height,
    format: C.AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: Number(rate) },
    pts: BigInt(i),
  });
  await pass(video, pictures, frame);
}
if (sound) for (let at = 0; at < seconds * 48_000; at += 960) await pass(sound, tone, beep(at));
await pass(video, pictures, null);
if (sound) await pass(sound, tone, null);
await muxer.close();
process.exit(0);

function picture(i) {
  const data = Buffer.alloc((width * height * 3) / 2, 128);
  if (options.includes('pan')) {
    for (let n = 0; n < width * height; n++) data[n] = texture((n % width) + 3 * i, Math.floor(n / width));
    return data;
  }
  if (options.includes('dim')) {
    data.fill(32, 0, width * height).fill(138, width * height, (width * height * 5) / 4);
    return data;
  }
  if (options.includes('lively')) {
    for (let n = 0; n < width * height; n++) data[n] = 60 + texture(3 * (n % width) + 60 * i, Math.floor(n / width)) * 0.7;
    data.fill(80, width * height, (width * height * 5) / 4).fill(170, (width * height * 5) / 4);
    return data;
  }
  const isCut = options.includes('cut') && i >= count / 2;
  data.fill(60 + ((i * 100) / count) * (isCut ? 0.2 : 1), 0, width * height);
  for (let row = 60; row < 120; row++) data.fill(30, row * width + 20 + i, row * width + 80 + i);
  if (isCut) data.fill(200, width * height, (width * height * 5) / 4);
  return data;
}

function texture(x, y) {
  return 120 + 40 * Math.sin(x / 9 + y / 31) + 30 * Math.sin(y / 11 - x / 47) + 25 * Math.sin(x / 23 + y / 5);
}

function beep(at) {
  const samples = Float32Array.from({ length: 1920 }, (_, n) => 0.4 * Math.sin((at + (n >> 1)) * 0.0576));
  return Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
    nbSamples: 960,
    format: C.AV_SAMPLE_FMT_FLT,
    sampleRate: 48_000,
    channelLayout: { order: C.AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n },
    timeBase: { num: 1, den: 48_000 },
    pts: BigInt(at),
  });
}

async function pass(encoder, stream, frame) {
  for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
}
