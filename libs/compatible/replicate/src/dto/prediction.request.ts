import {
  CustomField,
  FieldsRule,
  isJsonObject,
  TextField,
  TextListField,
  UrlField,
  UuidField,
} from '#libs/platform/http';

const NAME_MAX = 250;
const EVENTS_MAX = 4;

/** Source: replicate.com/docs, HTTP API; read 2026-11. */
export class NewPredictionRequest {
  @CustomField(
    {},
    {
      rule: 'must be an object',
      isValid: isJsonObject,
      schema: { type: 'object', additionalProperties: true },
    },
  )
  input!: Record<string, unknown>;

  @UrlField({ optional: true })
  webhook?: string;

  /** Of start, output, logs and completed; absent for all. */
  @TextListField({ maxItems: EVENTS_MAX, maxLength: 20, optional: true })
  webhook_events_filter?: string[];
}

@FieldsRule<NewVersionPredictionRequest>(({ version, model }) =>
  (version === undefined) === (model === undefined) ? 'version must be sent, or else model' : undefined,
)
export class NewVersionPredictionRequest extends NewPredictionRequest {
  /** There are no versions of models here: a name does, with or without a version after a colon. */
  @TextField({ minLength: 1, maxLength: NAME_MAX, optional: true })
  version?: string;

  @TextField({ minLength: 1, maxLength: NAME_MAX, optional: true })
  model?: string;
}

export class ListPredictionsQuery {
  @UuidField({ optional: true })
  cursor?: string;
}
