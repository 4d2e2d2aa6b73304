import { CustomField, EnumField, isJsonObject, TextField, UrlField } from '#libs/platform/http';
import { MODEL_KIND_NAMES } from '#libs/media/providers';
import { readInput } from '../model-input.js';

const MODEL_MAX = 200;

export class ModelTaskRequest {
  /** What kind of work it is. */
  @EnumField({ values: MODEL_KIND_NAMES, example: 'text-to-image' })
  kind!: string;

  /** Name of the model, as `GET /v1/models` lists it. */
  @TextField({ minLength: 1, maxLength: MODEL_MAX, example: 'flux-dev' })
  model!: string;

  @CustomField(
    {
      description:
        'What the model takes, by its `input_schema` in `GET /v1/models`. Pictures are Base64 (bare or `data:` URI, at most 20 MB decoded) or URLs.',
      example: { prompt: 'a lighthouse at dusk' },
    },
    {
      rule: 'must be an object',
      read: readInput,
      isValid: isJsonObject,
      schema: { type: 'object', additionalProperties: true },
    },
  )
  input!: Record<string, unknown>;

  /** Public http or https address that is called on every status change, signed as Standard Webhooks. */
  @UrlField({ optional: true, label: 'Webhook address' })
  webhook_url?: string;
}

export class ListModelsQuery {
  /** Only models of this kind. */
  @EnumField({ values: MODEL_KIND_NAMES, optional: true })
  kind?: string;
}
