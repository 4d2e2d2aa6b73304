import { Settings } from '#libs/platform/config';

/** How music is made and kept. */
export class MusicProxySettings extends Settings {
  readonly threads = this.env.int('MUSIC_ENGINE_THREADS', {
    min: 1,
    max: 32,
    default: 1,
    description: 'Threads that render music; each serves several streams.',
  });

  private readonly uploadMaxMb = this.env.int('MUSIC_UPLOAD_MAX_MB', {
    min: 1,
    max: 1_024,
    default: 1_024,
    description: 'Largest video of a music request, in MB.',
  });

  readonly streamDays = this.env.int('MUSIC_STREAM_DAYS', {
    min: 1,
    max: 365,
    default: 7,
    description: 'Days for which a music stream can be read again; the finished file is kept longer.',
  });

  /** Largest video, sent or fetched. */
  get uploadMaxBytes(): number {
    return this.uploadMaxMb * 1024 * 1024;
  }
}
