import { CustomField, type FieldOptions, kindOf } from '#libs/platform/http';
import type { UrlScheme } from '#libs/platform/outbound';
import { GivenImage } from './given-image.js';

/** Base64 of 20 MB, with room for a `data:` prefix and line breaks. */
const TEXT_MAX_CHARS = 30_000_000;
const RULE = 'must be Base64 of a PNG, JPEG, WebP, AVIF or TIFF image of at most 20 MB, or a URL';

/**
 * An image as Base64 or URL. A Base64 value must begin like an image. A URL must be well-formed, with one of
 * `schemes` (default: http and https) unless it is a link of ours. Its host is checked when the task is created.
 */
export function ImageInputField({
  schemes,
  ...options
}: FieldOptions & { description: string; schemes?: readonly UrlScheme[] }): PropertyDecorator {
  const description = `${options.description} Base64 (bare or \`data:\` URI, at most 20 MB decoded) or URL.`;
  const form = { help: options.description, ...options.form };
  return CustomField(
    { label: 'Picture', ...options, description, form },
    {
      rule: RULE,
      read: GivenImage.read,
      problemOf: (value) => problemOf(value, schemes),
      schema: { type: 'string', maxLength: TEXT_MAX_CHARS },
    },
  );
}

/** A list of images, each as for `ImageInputField`. */
export function ImageInputListField(
  options: FieldOptions & { minItems?: number; maxItems: number },
): PropertyDecorator {
  const { minItems = 0, maxItems } = options;
  const problemOfList = (value: unknown): string | undefined => {
    if (!Array.isArray(value)) return `must be a list of ${minItems} to ${maxItems} images`;
    if (value.length < minItems || value.length > maxItems)
      return `must hold ${minItems} to ${maxItems} images`;
    const index = value.findIndex((entry) => problemOf(entry) !== undefined);
    return index < 0 ? undefined : `entry ${index} ${problemOf(value[index])}`;
  };
  return CustomField(
    { label: 'Pictures', ...options },
    {
      rule: `must be a list of ${minItems} to ${maxItems} images`,
      isArray: true,
      read: (value) =>
        Array.isArray(value) && value.length <= maxItems ? value.map(GivenImage.read) : value,
      problemOf: problemOfList,
      schema: { type: 'array', minItems, maxItems, items: { type: 'string', maxLength: TEXT_MAX_CHARS } },
    },
  );
}

function problemOf(value: unknown, schemes?: readonly UrlScheme[]): string | undefined {
  return value instanceof GivenImage
    ? value.problem(schemes)
    : `must be Base64 of an image or a URL, not ${kindOf(value)}`;
}
