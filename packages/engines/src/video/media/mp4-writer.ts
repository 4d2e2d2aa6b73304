import { appendFile } from 'node:fs/promises';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Frame, type Packet } from 'node-av/lib';
import { xmpBox } from '../../provenance/index.js';
import { VIDEO_SOURCE_TYPE } from '../video-source-type.js';
import { SAMPLE_RATE, type StereoSound } from '../sound/stereo-sound.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import type { FrameRate } from './frame-rate.js';

export type Mp4Options = {
  path: string;
  frameRate: FrameRate;
  /** Interleaved stereo of the whole video; absent means no sound track. */
  sound?: StereoSound;
  /** As `asm` of x264 takes it. Default: all that the processor has. */
  encoderCode?: string;
};

const ENCODER_THREADS = 2;
const QUALITY = 19;
/** The next faster one looks no frames ahead: still content takes two to four times the bytes. */
const PRESET = 'veryfast';
const KEYFRAME_SECONDS = 5;
/**
 * All kinds of frame are nearly as fine as each other, and edges are smoothed less: with x264's usual ratios a slow camera
 * move pulses in sharpness with every group of frames.
 */
const EVEN_FRAMES = 'mbtree=0:ipratio=1.15:pbratio=1.1:deblock=-1,-1';
const AUDIO_BLOCK = 1024;
const STEREO = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n };

/**
 * Writes H.264 (and AAC) into an MP4 that browsers play while it loads: 4:2:0, BT.709 tags, index first.
 * One call at a time.
 */
export class Mp4Writer {
  private frames = 0;
  private samples = 0;
  private readonly staging: Buffer[] = [];
  private pending: Promise<void> = Promise.resolve();
  private sound?: StereoSound;

  private constructor(
    private readonly options: Mp4Options,
    private readonly muxer: Muxer,
    private readonly video: { encoder: Encoder; stream: number },
    private readonly audio?: { encoder: Encoder; stream: number },
  ) {
    this.sound = options.sound;
  }

  static async open(options: Mp4Options): Promise<Mp4Writer> {
    const { num, den } = options.frameRate;
    const videoEncoder = await Encoder.create(FF_ENCODER_LIBX264, {
      context: {
        threadCount: ENCODER_THREADS,
        gopSize: Math.round((KEYFRAME_SECONDS * num) / den),
        colorPrimaries: AVCOL_PRI_BT709,
        colorTrc: AVCOL_TRC_BT709,
        colorSpace: AVCOL_SPC_BT709,
        colorRange: AVCOL_RANGE_MPEG,
      },
      options: {
        crf: QUALITY,
        preset: PRESET,
        'x264-params': EVEN_FRAMES + (options.encoderCode === undefined ? '' : `:asm=${options.encoderCode}`),
      },
    });
    const muxer = await Muxer.open(options.path, { format: 'mp4', options: { movflags: '+faststart' } });
    const video = { encoder: videoEncoder, stream: muxer.addStream(videoEncoder) };
    if (!options.sound) return new Mp4Writer(options, muxer, video);
    const encoder = await Encoder.create(FF_ENCODER_AAC, {
      context: { bitRate: '160k' },
      autoResample: true,
    });
    return new Mp4Writer(options, muxer, video, { encoder, stream: muxer.addStream(encoder) });
  }

  /** Takes a copy of the picture at once; encodes it while the next one is drawn. */
  async write(picture: YuvPicture): Promise<void> {
    const { num, den } = this.options.frameRate;
    // A frame only borrows its bytes, and the caller draws on while it is encoded: two buffers take turns.
    const staged = (this.staging[this.frames % 2] ??= Buffer.allocUnsafe(picture.data.length));
    picture.data.copy(staged);
    const frame = Frame.fromVideoBuffer(staged, {
      width: picture.width,
      height: picture.height,
      format: AV_PIX_FMT_YUV420P,
      timeBase: { num: den, den: num },
      pts: BigInt(this.frames++),
    });
    await this.pending;
    this.pending = this.encode(frame);
    // A failure surfaces at the next call; until then it must not count as unhandled.
    this.pending.catch(() => undefined);
  }

  /** Replaces the sound by one that begins alike: what was written stays. Only if there was sound at the opening. */
  continueSound(sound: StereoSound): void {
    this.sound = sound;
  }

  /** Ends both streams, moves the index to the front, and says last that a machine has made it. */
  async close(): Promise<void> {
    try {
      await this.pending;
      await this.encodeSound(Infinity, 1);
      await this.passOn(this.video, null);
      if (this.audio) await this.passOn(this.audio, null);
    } finally {
      await this.muxer.close();
      this.video.encoder.close();
      this.audio?.encoder.close();
    }
    await appendFile(this.options.path, xmpBox(VIDEO_SOURCE_TYPE));
  }

  private async encode(frame: Frame): Promise<void> {
    const { num, den } = this.options.frameRate;
    const until = ((Number(frame.pts) + 1) * den * SAMPLE_RATE) / num;
    await this.passOn(this.video, frame);
    await this.encodeSound(until, AUDIO_BLOCK);
  }

  /** The encoder takes a short block for the end, so only whole ones may come before it. */
  private async encodeSound(until: number, leastBlock: number): Promise<void> {
    if (!this.audio || !this.sound) return;
    const total = this.sound.length / 2;
    while (this.samples < until && this.samples + leastBlock <= total) {
      await this.passOn(this.audio, this.nextSound(this.sound));
    }
  }

  private nextSound(sound: StereoSound): Frame {
    const from = this.samples;
    const block = sound.subarray(from * 2, (from + AUDIO_BLOCK) * 2);
    this.samples += block.length / 2;
    return Frame.fromAudioBuffer(Buffer.from(block.buffer, block.byteOffset, block.byteLength), {
      nbSamples: block.length / 2,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: SAMPLE_RATE,
      channelLayout: STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(from),
    });
  }

  private async passOn(
    { encoder, stream }: { encoder: Encoder; stream: number },
    frame: Frame | null,
  ): Promise<void> {
    const packets: Packet[] = await encoder.encodeAll(frame);
    for (const packet of packets) {
      await this.muxer.writePacket(packet, stream);
      packet.free();
    }
    frame?.free();
  }
}
