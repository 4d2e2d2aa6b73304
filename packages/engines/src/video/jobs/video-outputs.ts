import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { JobOutput } from '../child/job.js';
import { writeJpeg } from '../picture/picture-file.js';
import { WatermarkLayer } from '../picture/watermark-layer.js';
import { copyOf, yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import type { FrameSize } from '../picture/frame-size.js';
import type { FrameRate } from '../media/frame-rate.js';
import { Mp4Writer } from '../media/mp4-writer.js';
import type { StereoSound } from '../sound/stereo-sound.js';
import type { VideoResult, Watermark } from '../video-request.js';

export type OutputPlan = JobOutput & {
  size: FrameSize;
  frameRate: FrameRate;
  sound?: StereoSound;
  watermark?: Watermark;
  seed: number;
};

/** A first frame livelier than this is the cover; else a later one may be. */
const GOOD_COVER = 12;
/** Every so many frames a better cover is searched for. */
const COVER_STRIDE = 12;
const SAMPLE_STRIDE = 37;

/** The files of one job: the video, its marked copy, its cover. */
export class VideoOutputs {
  private frames = 0;
  private cover?: { picture: YuvPicture; score: number };
  private readonly stamped: YuvPicture;

  private constructor(
    private readonly plan: OutputPlan,
    private readonly plain: Mp4Writer,
    private readonly marked?: { writer: Mp4Writer; layer: WatermarkLayer },
  ) {
    this.stamped = yuvPicture(plan.size.width, plan.size.height);
  }

  static async open(plan: OutputPlan): Promise<VideoOutputs> {
    await mkdir(plan.folder, { recursive: true });
    const { frameRate, sound, encoderCode } = plan;
    const layer = plan.watermark && (await WatermarkLayer.prepare(plan.watermark, plan.size));
    const plain = await Mp4Writer.open({ path: file(plan, 'video.mp4'), frameRate, sound, encoderCode });
    if (!layer) return new VideoOutputs(plan, plain);
    const writer = await Mp4Writer.open({
      path: file(plan, 'watermarked.mp4'),
      frameRate,
      sound,
      encoderCode,
    });
    return new VideoOutputs(plan, plain, { writer, layer });
  }

  /** Adds a frame. The picture is copied. */
  async write(picture: YuvPicture): Promise<void> {
    this.considerCover(picture);
    await this.plain.write(picture);
    if (this.marked) {
      picture.data.copy(this.stamped.data);
      this.marked.layer.stamp(this.stamped);
      await this.marked.writer.write(this.stamped);
    }
    this.frames++;
  }

  /** Replaces the sound by a longer one that begins alike. Only for a video opened with sound. */
  continueSound(sound: StereoSound): void {
    this.plain.continueSound(sound);
    this.marked?.writer.continueSound(sound);
  }

  async close(): Promise<VideoResult> {
    await this.plain.close();
    await this.marked?.writer.close();
    const { plan } = this;
    const coverPath = file(plan, 'cover.jpg');
    if (this.cover) await writeJpeg(this.cover.picture, coverPath);
    return {
      videoPath: file(plan, 'video.mp4'),
      coverPath,
      ...(this.marked && { watermarkedPath: file(plan, 'watermarked.mp4') }),
      durationSeconds: (this.frames * plan.frameRate.den) / plan.frameRate.num,
      width: plan.size.width,
      height: plan.size.height,
      frames: this.frames,
      framesPerSecond: plan.frameRate.num / plan.frameRate.den,
      hasSound: plan.sound !== undefined,
      seed: plan.seed,
    };
  }

  /** Takes the first frame as the cover, unless it is almost empty and a later one is not. */
  private considerCover(picture: YuvPicture): void {
    if (this.cover && (this.cover.score >= GOOD_COVER || this.frames % COVER_STRIDE !== 0)) return;
    const score = liveliness(picture);
    if (this.cover && score <= this.cover.score) return;
    this.cover = { picture: copyOf(picture), score };
  }
}

function file({ folder }: OutputPlan, name: string): string {
  return path.join(folder, name);
}

/** Standard deviation of the brightness: near 0 for a black, white or faded-out frame. */
function liveliness({ y }: YuvPicture): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let i = 0; i < y.length; i += SAMPLE_STRIDE) {
    sum += y[i]!;
    squares += y[i]! * y[i]!;
    count++;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
