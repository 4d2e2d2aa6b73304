import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { ProbeError, probeVideo } from '@atelier/engines/video';
import { MediaInputs } from '#libs/media/work';
import { BodyTooLarge, Unavailable } from '#libs/platform/errors';
import { invalidFields } from '#libs/platform/http';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { NotAVideo, VideoTooLong, VideoUnreachable } from './music.errors.js';
import type { LentForm } from './music-forms.js';
import { MusicProxySettings } from './music-proxy.settings.js';

/** Source: service.md, Limits. */
const VIDEO_MAX_SECONDS = 6 * 60;
const DOWNLOAD_TIMEOUT_MS = 300_000;

export type LocalVideo = { path: string; name: string; durationSeconds: number };

@Injectable()
export class VideoSource {
  constructor(
    private readonly http: OutboundHttp,
    private readonly assets: AssetsService,
    private readonly inputs: MediaInputs,
    private readonly settings: MusicProxySettings,
  ) {}

  /**
   * The one video of a request: an uploaded file, or a URL in `video` or `video_url`. A file takes precedence over a
   * sample.
   * @throws InvalidRequest for none, several, or a refused URL; else as `fromUrl`.
   */
  async only(
    { video, video_url: videoUrl }: { video?: string; video_url?: string },
    { files, folder, signal }: Omit<LentForm, 'fields'>,
  ): Promise<LocalVideo> {
    const [file] = files;
    // The documentation fills in a sample; a caller that also sends a file means the file.
    const urls = Object.entries({ video, video_url: videoUrl }).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !(file && this.inputs.findSample(entry[1])),
    );
    const given = urls.length + files.length;
    if (given !== 1) {
      throw invalidFields([
        `exactly one video must be sent, as video, video_url or 0.video, and not ${given}`,
      ]);
    }
    if (file) return examine(file.path, file.fileName, signal);
    const [[field, url] = ['', '']] = urls;
    return this.fromUrl(field, url, folder, signal);
  }

  /**
   * Fetches the video into the folder. Our own links are read from the storage, samples from their place.
   * @throws InvalidRequest for a refused URL, VideoUnreachable, BodyTooLarge, NotAVideo, VideoTooLong.
   */
  private async fromUrl(
    field: string,
    url: string,
    folder: () => Promise<string>,
    signal: AbortSignal,
  ): Promise<LocalVideo> {
    await this.inputs.refuseUrls([{ field, url }]);
    const sample = this.inputs.findSample(url);
    if (sample) return examine(sample.path, sample.name, signal);
    const target = path.join(await folder(), 'video');
    const own = await this.assets.findByLink(url);
    if (own) await this.assets.copyToFile(own, target, signal);
    else await this.download(url, target, signal);
    return examine(target, path.basename(new URL(url).pathname), signal);
  }

  private async download(url: string, target: string, signal: AbortSignal): Promise<void> {
    try {
      await this.http.download({
        url,
        trustUrl: 'caller',
        maxBytes: this.settings.uploadMaxBytes,
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        destination: target,
        signal,
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'too_large')
        throw new BodyTooLarge('The video is larger than allowed.', { cause: error });
      throw new VideoUnreachable(`The URL of the video cannot be fetched: ${error.message}`, {
        cause: error,
      });
    }
  }
}

async function examine(file: string, name: string, signal: AbortSignal): Promise<LocalVideo> {
  try {
    const { durationSeconds } = await probeVideo(file, { signal });
    if (durationSeconds > VIDEO_MAX_SECONDS) {
      // Rounded up, or a video slightly over the limit would seem to be within it.
      const seconds = Math.ceil(durationSeconds * 10) / 10;
      throw new VideoTooLong(`The video lasts ${seconds} seconds; ${VIDEO_MAX_SECONDS} are allowed.`);
    }
    return { path: file, name, durationSeconds };
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    if (error.code === 'timed_out')
      throw new Unavailable('There was no time to examine the video. Try again in a moment.', {
        cause: error,
        headers: { 'Retry-After': '5' },
      });
    throw error.isOurs ? error : new NotAVideo(error.message, { cause: error });
  }
}
