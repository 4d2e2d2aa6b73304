import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import {
  type InputField,
  type InputSchema,
  isModelKind,
  MODEL_FIELDS,
  MODEL_KINDS,
  type OfferedModel,
} from '../terms/model-kinds.js';
import type { UpstreamOptions, VendorRecipe } from '../terms/upstream-options.js';
import { REQUIRED, type VendorAdapter } from './vendor-adapter.js';

const ajv = new Ajv({ strict: false, formats: { picture: true } });
/** Most characters of a text for which no limit is stated. */
const TEXT_MAX = 10_000;
const checks = new WeakMap<InputSchema, ValidateFunction>();

/** The models that callers may name, by the vendors file. */
export function offeredModels(
  adapter: VendorAdapter,
  { recipes }: Pick<UpstreamOptions, 'recipes'>,
): OfferedModel[] {
  return modelRecipes(recipes).map(([kind, name, recipe]) => {
    return { kind, name, input: inputSchema(kind, adapter.takes(kind, recipe), recipe) };
  });
}

/** What is wrong with the models of a vendor's entry in the vendors file. */
export function modelProblems(
  adapter: VendorAdapter,
  { recipes }: Pick<UpstreamOptions, 'recipes'>,
): string[] {
  return modelRecipes(recipes).flatMap(([kind, name, recipe]) => {
    const at = `kinds.${kind}.models.${name}`;
    const places = adapter.takes(kind, recipe);
    const schema = inputSchema(kind, places, recipe);
    const { properties } = schema;
    const missing = (MODEL_KINDS[kind] ?? []).filter((field) => !places.has(field));
    const unknown = [...places.keys()].filter((field) => !properties[field]);
    const misfit = Object.keys(properties).filter((field) => !fitsDefault(properties[field]));
    const unused = Object.keys(recipe.fields ?? {}).filter((field) => !places.has(field));
    return [
      ...missing.map((field) => `${at} must name the place {{${field}}}, which ${kind} needs`),
      ...unknown.map(
        (field) => `${at}.fields.${field} must be stated, with its type, for the place {{${field}}}`,
      ),
      ...schemaProblems(schema).map((problem) => `${at}.fields must be valid: ${problem}`),
      ...misfit.map((field) => `${at} must give the place {{${field}}} a value that ${field} may have`),
      ...unused.map((field) => `${at}.fields.${field} must not be there without a place {{${field}}}`),
    ];
  });
}

function modelRecipes(
  recipes: UpstreamOptions['recipes'],
): (readonly [kind: string, model: string, recipe: VendorRecipe])[] {
  return [...recipes].flatMap(([name, recipe]) => {
    const [kind = '', ...rest] = name.split(' ');
    return isModelKind(kind) && rest.length > 0 ? [[kind, rest.join(' '), recipe] as const] : [];
  });
}

/**
 * What a model takes: the fields that its kind needs, and those with a place, as the vendors file describes them.
 * @param places See `VendorAdapter.takes`.
 */
function inputSchema(
  kind: string,
  places: ReadonlyMap<string, unknown>,
  { fields = {} }: VendorRecipe,
): InputSchema {
  const needed = MODEL_KINDS[kind] ?? [];
  const properties = [...new Set([...needed, ...places.keys()])].flatMap((name) => {
    const field = fieldOf(name, fields[name], places.get(name));
    return field ? [[name, field] as const] : [];
  });
  const isRequired = (name: string): boolean => {
    const usual = places.get(name);
    return usual === REQUIRED || (usual === undefined && needed.includes(name));
  };
  const required = properties.map(([name]) => name).filter(isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

function checkOf(schema: InputSchema): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  return check;
}

/** A value of a place is JSON where it can be: `{{duration|"5"}}` is a text. */
function fitsDefault(field: InputField | undefined): boolean {
  return field?.default === undefined || !ajv.validateSchema(field) || ajv.validate(field, field.default);
}

/** What makes no sense in it, such as a negative length. */
function schemaProblems(schema: InputSchema): string[] {
  return ajv.validateSchema(schema) === true ? [] : [ajv.errorsText(ajv.errors, { dataVar: 'fields' })];
}

/** The first rule that an input breaks. */
export function inputProblem(schema: InputSchema, input: unknown): string | undefined {
  const check = checkOf(schema);
  if (check(input)) return undefined;
  const [error] = check.errors ?? [];
  return error && problemOf(error, schema);
}

function fieldOf(
  name: string,
  stated: Partial<InputField> | undefined,
  usual: unknown,
): InputField | undefined {
  const known = MODEL_FIELDS[name];
  if (!known && stated?.type === undefined) return undefined;
  const field = { ...usualLimits(known ?? stated), ...known, ...stated } as InputField;
  return usual === undefined || usual === REQUIRED
    ? field
    : { ...field, default: usual as InputField['default'] };
}

/** A text is limited, as it is kept with the task. */
function usualLimits(field: Partial<InputField> | undefined): Partial<InputField> {
  return field?.type === 'string' && !field.format ? { maxLength: TEXT_MAX } : {};
}

function problemOf(error: ErrorObject, { properties }: InputSchema): string {
  const { instancePath, keyword, message, params } = error;
  const field = ['input', ...instancePath.split('/').slice(1)].join('.');
  switch (keyword) {
    case 'required':
      return `${field}.${params.missingProperty} is required`;
    case 'additionalProperties': {
      const names = Object.keys(properties).join(', ');
      return `${field}.${params.additionalProperty} is not a field of this model, which takes ${names}`;
    }
    case 'enum':
      return `${field} must be one of ${params.allowedValues.join(', ')}`;
    default:
      return `${field} ${message ?? 'is not valid'}`;
  }
}
