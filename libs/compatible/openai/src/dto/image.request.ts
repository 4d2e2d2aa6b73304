import { BooleanField, EnumField, FieldsRule, IntField, TextField } from '#libs/platform/http';

const TEXT_MAX = 32_000;
const NAME_MAX = 200;
const ANY = { optional: true } as const;

/**
 * What OpenAI calls its fields. One that no model here can honour takes only the value that changes nothing; others are
 * the model's own. Source: the types of the npm package openai 7.59.0, read 2026-11-28.
 */
@FieldsRule<OpenAiImageRequest>(({ stream }) =>
  stream === true ? 'stream must be false: pictures come whole' : undefined,
)
export class OpenAiImageRequest {
  @TextField({ maxLength: TEXT_MAX, default: '' })
  prompt!: string;

  @TextField({ minLength: 1, maxLength: NAME_MAX })
  model!: string;

  @IntField({ min: 1, max: 1, default: 1 })
  n!: number;

  @TextField({
    maxLength: 20,
    default: 'auto',
    pattern: { matches: /^(?:auto|\d{1,5}x\d{1,5})$/, rule: 'auto or a size such as 1024x1024' },
  })
  size!: string;

  @EnumField({ values: ['b64_json', 'url'], default: 'b64_json' })
  response_format!: 'b64_json' | 'url';

  @EnumField({ values: ['png'], ...ANY })
  output_format?: string;

  @EnumField({ values: ['auto'], ...ANY })
  quality?: string;

  @EnumField({ values: ['auto', 'opaque'], ...ANY })
  background?: string;

  @EnumField({ values: ['auto'], ...ANY })
  moderation?: string;

  @IntField({ min: 100, max: 100, ...ANY })
  output_compression?: number;

  @IntField({ min: 0, max: 0, ...ANY })
  partial_images?: number;

  @EnumField({ values: ['low'], ...ANY })
  input_fidelity?: string;

  @BooleanField({ ...ANY })
  stream?: boolean;

  /** For OpenAI's search for abuse: without effect here, and named in `X-Ignored-Fields`. */
  @TextField({ maxLength: NAME_MAX, ...ANY })
  user?: string;

  @TextField({ maxLength: NAME_MAX, ...ANY })
  safety_identifier?: string;
}
