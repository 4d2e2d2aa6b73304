import { EnumField, IntField, TextField, UuidField } from '#libs/platform/http';

const TEXT_MAX = 32_000;
const NAME_MAX = 200;

/** Source: the types of the npm package openai 7.59.0, read 2026-11-28. */
export class OpenAiVideoRequest {
  @TextField({ maxLength: TEXT_MAX })
  prompt!: string;

  @TextField({ minLength: 1, maxLength: NAME_MAX })
  model!: string;

  @TextField({
    ...{ maxLength: 8, optional: true },
    pattern: { matches: /^\d{1,3}(?:\.\d+)?$/, rule: 'a number of seconds' },
  })
  seconds?: string;

  @TextField({
    ...{ maxLength: 11, optional: true },
    pattern: { matches: /^[1-9]\d{1,4}x[1-9]\d{1,4}$/, rule: 'a size such as 1280x720' },
  })
  size?: string;
}

export class ListVideosQuery {
  /** The last id of the page before. */
  @UuidField({ optional: true })
  after?: string;

  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;

  @EnumField({ values: ['desc'], default: 'desc' })
  order!: 'desc';
}

export class VideoContentQuery {
  @EnumField({ values: ['video', 'thumbnail'], default: 'video' })
  variant!: 'video' | 'thumbnail';
}
