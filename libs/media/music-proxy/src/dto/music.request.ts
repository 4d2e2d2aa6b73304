import { IntField, NumberField, TextField, UrlField } from '#libs/platform/http';

/** Source: service.md, Limits (2,000 characters for prompts) and completions §4. */
const PROMPT_MAX_CHARS = 2_000;

export class MusicFromTextRequest {
  /** What the music should be like: genre, mood, instruments, tempo, key, length. */
  @TextField({ minLength: 1, maxLength: PROMPT_MAX_CHARS, example: 'calm piano waltz in D minor, 90 bpm' })
  prompt!: string;

  /** Length in seconds; read from the prompt when absent. */
  @IntField({ min: 1, max: 360, optional: true, example: 10 })
  duration?: number;
}

/** Music for a video: the text parts of the form. */
export class MusicFromVideoRequest {
  /** What the music should be like. */
  @TextField({ maxLength: PROMPT_MAX_CHARS, optional: true })
  prompt?: string;

  /** URL of the video. */
  @UrlField({ optional: true, example: '/samples/clip.mp4' })
  video?: string;

  /** Same as `video`. */
  @UrlField({ optional: true })
  video_url?: string;
}

/** What determines the price of music for a video. */
export class MusicFromVideoQuoteRequest {
  /** Length of the video in seconds. */
  @NumberField({ min: 0, max: 360, example: 12.5 })
  duration!: number;
}

export class StreamQuery {
  /** `seq` of the last line received; -1 for all. The error of a failed stream is always sent, with the next number. */
  @IntField({ min: -1, max: 2_147_483_647, default: -1 })
  after!: number;
}
