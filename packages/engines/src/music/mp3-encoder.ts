import { createMp3Encoder } from 'wasm-media-encoders';
import { type DigitalSourceType, xmpTag } from '../provenance/index.js';
import type { Pcm } from './song-renderer.js';

export const MP3_SAMPLE_RATE = 44_100;
const BITRATE_KBPS = 192;
/** MPEG-1 layer III, ISO/IEC 11172-3: samples and (unpadded) bytes of a frame. */
const FRAME_SAMPLES = 1152;
const FRAME_BYTES = Math.floor((144_000 * BITRATE_KBPS) / MP3_SAMPLE_RATE);
/** Samples LAME puts before the first one, and the least it adds after the last. */
const ENCODER_DELAY = 576;

/** The declared origin of the music of this engine. */
export const MUSIC_SOURCE_TYPE: DigitalSourceType = 'algorithmicMedia';

/** Encodes a piece of known length to constant-rate MP3, after a tag; its header has the exact length. */
export class Mp3Encoder {
  private isStarted = false;

  private constructor(
    private readonly encoder: Awaited<ReturnType<typeof createMp3Encoder>>,
    private readonly totalSamples: number,
  ) {}

  static async create(totalSamples: number): Promise<Mp3Encoder> {
    const encoder = await createMp3Encoder();
    encoder.configure({ sampleRate: MP3_SAMPLE_RATE, channels: 2, bitrate: BITRATE_KBPS });
    return new Mp3Encoder(encoder, totalSamples);
  }

  /** The bytes that became ready; a copy, because the encoder reuses its memory. */
  encode(pcm: Pcm): Uint8Array<ArrayBuffer> {
    const bytes = this.encoder.encode([pcm.left, pcm.right]);
    if (this.isStarted) return bytes.slice();
    this.isStarted = true;
    return new Uint8Array(Buffer.concat([xmpTag(MUSIC_SOURCE_TYPE), infoFrame(this.totalSamples), bytes]));
  }

  /** The frames held back until the end. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.encoder.finalize().slice();
  }
}

/** Frames LAME makes of so many samples: delay in front, at least half a frame of padding after. */
export function frameCount(samples: number): number {
  const filled = samples + ENCODER_DELAY;
  const padding = FRAME_SAMPLES - (filled % FRAME_SAMPLES);
  return (filled + (padding < ENCODER_DELAY ? padding + FRAME_SAMPLES : padding)) / FRAME_SAMPLES;
}

/**
 * The silent first frame with the "Info" tag: frame count, delay and padding, by which players show and play the exact
 * length. Layout: http://gabriel.mp3-tech.org/mp3infotag.html (revision 1).
 */
function infoFrame(samples: number): Uint8Array {
  const frame = new Uint8Array(FRAME_BYTES);
  const view = new DataView(frame.buffer);
  const frames = frameCount(samples);
  view.setUint32(0, 0xfffbb064);
  const tag = 4 + 32;
  frame.set(new TextEncoder().encode('Info'), tag);
  view.setUint32(tag + 4, 1);
  view.setUint32(tag + 8, frames);
  // Only the frame count is flagged, so the encoder part follows at once.
  const lame = tag + 12;
  frame.set(new TextEncoder().encode('LAME3.100'), lame);
  frame[lame + 9] = 0x01;
  frame[lame + 20] = BITRATE_KBPS;
  const padding = frames * FRAME_SAMPLES - samples - ENCODER_DELAY;
  frame[lame + 21] = ENCODER_DELAY >> 4;
  frame[lame + 22] = ((ENCODER_DELAY & 15) << 4) | (padding >> 8);
  frame[lame + 23] = padding & 255;
  view.setUint16(lame + 34, checksum(frame.subarray(0, lame + 34)));
  return frame;
}

/** CRC-16 of the tag: polynomial 0x8005, reflected. */
function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
