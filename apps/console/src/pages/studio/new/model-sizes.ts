import { t } from '@lingui/core/macro';
import { type Field, isBlank, type ModelSizes, type Values } from '../../../parts/form/field.js';
import type { FormSchema } from './form-schema.js';

/** Up to this many lengths are offered as a list. */
const FEW = 2;

/** The fields with what the chosen model offers: its lengths, and the resolutions available for the chosen length. */
export function fittedFields({ fields }: FormSchema, values: Values): readonly Field[] {
  const offer = offerOf(fields, values);
  if (!offer) return fields;
  const { default_duration: usual, sizes } = offer;
  const seconds = sizes.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  const chosen = Number(values.duration ?? usual);
  const resolutions = sizes.find(({ from, to }) => chosen >= from && chosen <= to)?.resolutions ?? [];
  return fields.map((field) => {
    if (field.path === 'duration')
      return {
        ...field,
        description: t`Length in seconds.`,
        default: usual,
        minimum: Math.min(...seconds),
        maximum: Math.max(...seconds),
        ...(seconds.length <= FEW ? { control: 'choice' as const, enum: seconds } : {}),
      };
    if (field.path === 'resolution')
      return {
        ...field,
        description: t`Size of the picture; a larger one costs more.`,
        default: resolutions[0],
        enum: (field.enum ?? []).filter((one) => resolutions.includes(String(one))),
      };
    return field;
  });
}

/** The entered values, without a length or resolution that the model does not offer. */
export function fittedToModel(form: FormSchema, values: Values): Values {
  return ['duration', 'resolution'].reduce((fitted, path) => {
    const field = fittedFields(form, fitted).find((one) => one.path === path);
    const value = fitted[path];
    if (!field || isBlank(value) || isOffered(field, value as string | number)) return fitted;
    return { ...fitted, [path]: undefined };
  }, values);
}

function isOffered(
  { enum: choices, minimum = -Infinity, maximum = Infinity }: Field,
  value: string | number,
): boolean {
  return choices ? choices.includes(value) : Number(value) >= minimum && Number(value) <= maximum;
}

function offerOf(fields: readonly Field[], { model }: Values): ModelSizes[string] | undefined {
  const sizes = fields.find(({ path }) => path === 'model')?.['x-sizes'];
  return sizes?.[String(model)];
}
