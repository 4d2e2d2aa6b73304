import { isStorableText } from '#libs/platform/database';
import { CustomField, TextField, UrlField } from '#libs/platform/http';

/** Source: service.md, Limits. In characters (code points). */
export const PROMPT_MAX_CHARS = 2_000;
const PAYLOAD_MAX_CHARS = 1_048_576;
/** Our choice: service.md names no limit. */
const META_DATA_MAX_CHARS = 65_536;

/** Help for the field in forms; the description in the document is longer. */
export const MODEL_FORM = {
  help: 'What makes the video. Models differ in price, and in the lengths and sizes that they offer.',
};

export function CallbackUrlField(): PropertyDecorator {
  return UrlField({
    description:
      "Public http or https address that is called with the creations on every status change, signed as Standard Webhooks: with the caller's secret, or, without a token, with that of the installation, which admins can read.",
    optional: true,
    label: 'Callback address',
  });
}

export function PayloadField(): PropertyDecorator {
  return TextField({
    description: 'Passed through: it comes back in replies and callbacks.',
    maxLength: PAYLOAD_MAX_CHARS,
    optional: true,
    example: 'order 4711',
    label: 'Note to yourself',
  });
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > META_DATA_MAX_CHARS || !isStorableText(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** The caller's metadata, as JSON inside a string. */
export function MetaDataField(): PropertyDecorator {
  return CustomField(
    {
      description: 'Metadata as a text in JSON format.',
      optional: true,
      example: '{"scene":"opening"}',
      label: 'Metadata',
    },
    {
      rule: `must be a string of JSON of at most ${META_DATA_MAX_CHARS} characters`,
      isValid: isJsonText,
      schema: { type: 'string', maxLength: META_DATA_MAX_CHARS },
    },
  );
}
