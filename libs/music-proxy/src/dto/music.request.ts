import { IntField, NumberField, TextField, UrlField, UuidField } from '#libs/platform/http';

/** Source: service.md, Limits (2,000 characters for prompts) and completions §4. */
const PROMPT_MAX_CHARS = 2_000;

/** Music from text. */
export class MusicFromTextRequest {
  @TextField({
    description: 'What the music should be like: genre, mood, instruments, tempo, key, length.',
    minLength: 1,
    maxLength: PROMPT_MAX_CHARS,
    example: 'calm piano waltz in D minor, 90 bpm',
  })
  prompt!: string;

  @IntField({
    description: 'Length in seconds; read from the prompt when absent.',
    min: 1,
    max: 360,
    optional: true,
    example: 10,
  })
  duration?: number;
}

/** Music for a video: the text parts of the form. */
export class MusicFromVideoRequest {
  @TextField({ description: 'What the music should be like.', maxLength: PROMPT_MAX_CHARS, optional: true })
  prompt?: string;

  @UrlField({ description: 'URL of the video.', optional: true, example: '/samples/clip.mp4' })
  video?: string;

  @UrlField({ description: 'The same as `video`.', optional: true })
  video_url?: string;
}

/** What is needed to price music for a video. */
export class MusicFromVideoQuoteRequest {
  @NumberField({ description: 'Length of the video in seconds.', min: 0, max: 360, example: 12.5 })
  duration!: number;
}

/** Path of a stream. */
export class StreamPath {
  @UuidField({ description: 'Id of the task.' })
  task_id!: string;
}

/** Where to go on. */
export class StreamQuery {
  @IntField({
    description: '`seq` of the last line seen; -1 for all.',
    min: -1,
    max: 2_147_483_647,
    default: -1,
  })
  after!: number;
}
