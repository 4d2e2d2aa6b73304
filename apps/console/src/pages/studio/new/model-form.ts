import { t } from '@lingui/core/macro';
import type { ModelResponse } from '@atelier/client/api';
import { MODEL_TASKS_PATH } from '../../../parts/media-kinds.js';
import type { Field, Value, Values } from '../../../parts/form/field.js';
import type { FormSchema } from './form-schema.js';
import { type Job, PICTURES } from './jobs.js';

type ModelKind = ModelResponse['kind'];

/** The kinds of tasks that name a model. */
export const MODEL_JOBS: Readonly<Record<ModelKind, Pick<Job, 'text' | 'act'>>> = {
  'text-to-image': { text: t`Makes a picture of what you describe.`, act: t`Make the picture` },
  'image-edit': { text: t`Changes a picture as you describe it.`, act: t`Edit the picture` },
  upscale: { text: t`Makes a picture larger, with more detail.`, act: t`Enlarge the picture` },
  'remove-background': { text: t`Cuts out what a picture shows.`, act: t`Remove the background` },
  'text-to-video': { text: t`Makes a video of what you describe.`, act: t`Make the video` },
  'image-to-video': { text: t`Makes a video that starts from a picture.`, act: t`Make the video` },
  'text-to-speech': { text: t`Says your words aloud.`, act: t`Make the speech` },
};

export function isModelKind(kind: string): kind is ModelKind {
  return Object.hasOwn(MODEL_JOBS, kind);
}

/** A JSON Schema, as far as forms read it. */
type Schema = Pick<
  Field,
  'description' | 'default' | 'minimum' | 'maximum' | 'maxLength' | 'maxItems' | 'enum'
> & {
  type?: string | readonly string[];
  title?: string;
  /** `picture` for Base64 or the address of a picture. */
  format?: string;
  contentMediaType?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  const?: string | number;
  $ref?: string;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  examples?: readonly unknown[];
};

/** The form of a model, from the schema of its input, whatever that is. */
export function modelForm({ input_schema: input }: Pick<ModelResponse, 'input_schema'>): FormSchema {
  const schema = input as Schema;
  const fields = fieldsOf(schema, schema, 'input', true);
  const examples = (schema.examples ?? []).map((example) => {
    const given = Object.entries(example as Record<string, Value>);
    const pictures = fields
      .filter(({ control, isRequired }) => control === 'picture' && isRequired)
      .map(({ path }) => [path, `/samples/${PICTURES[0]}`]);
    return {
      title: sentence(String(given[0]?.[1])),
      values: Object.fromEntries([
        ...pictures,
        ...given.map(([name, value]) => [`input.${name}`, value]),
      ]) as Values,
    };
  });
  return { path: MODEL_TASKS_PATH, contentType: 'application/json', fields, examples };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fieldsOf(root: Schema, schema: Schema, path: string, isRequired: boolean): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = resolved(root, property);
    const isNeeded = isRequired && required.includes(name);
    return inner.properties
      ? fieldsOf(root, inner, `${path}.${name}`, isNeeded)
      : [fieldOf(inner, `${path}.${name}`, isNeeded, root)];
  });
}

function fieldOf(schema: Schema, path: string, isRequired: boolean, root: Schema): Field {
  const { description, minimum, maximum, maxLength, maxItems, title } = schema;
  const items = schema.items && resolved(root, schema.items);
  const control = controlOf(schema, path, items);
  const choices = schema.enum ?? items?.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const usual = control === 'json' && schema.default !== undefined ? undefined : schema.default;
  return withoutAbsent({
    ...{ path, control, isRequired, isWhole: typesOf(schema).includes('integer') },
    ...{ description, minimum, maximum, maxLength, maxItems, default: usual },
    enum: choices?.filter((one) => one !== null),
    'x-label': title,
    'x-form': { choices: Object.fromEntries((choices ?? []).map((one) => [one, String(one)])) },
  });
}

/** What it refers to, or may be other than null. */
function resolved(root: Schema, schema: Schema): Schema {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const others = (anyOf ?? oneOf)?.filter((one) => one.type !== 'null');
  const base =
    $ref === undefined
      ? allOf?.length === 1
        ? allOf[0]
        : others?.length === 1
          ? others[0]
          : undefined
      : at(root, $ref);
  return base ? { ...resolved(root, base), ...own } : own;
}

function at(root: Schema, reference: string): Schema {
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return names.reduce<Schema>((schema, name) => (schema as Record<string, Schema>)[name] ?? {}, root);
}

function typesOf({ type }: Schema): readonly string[] {
  return [type ?? []].flat().filter((one) => one !== 'null');
}

function controlOf(schema: Schema, path: string, items?: Schema): Field['control'] {
  if (schema.enum ?? schema.const) return 'choice';
  const [type, ...others] = typesOf(schema);
  if (others.length > 0) return 'json';
  switch (type) {
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return mediumOf(schema, path) ?? 'text';
    case 'array':
      if (items?.enum) return 'choices';
      if (!items || typesOf(items).join() !== 'string') return 'json';
      return mediumOf(items, path) === 'picture' ? 'pictures' : 'words';
    default:
      return 'json';
  }
}

/** By its format, or for addresses by its name. */
function mediumOf(
  { format = '', contentMediaType = '' }: Schema,
  path: string,
): 'picture' | 'video' | undefined {
  const name = /^ur[il]$/.test(format) ? path.split('.').at(-1) : '';
  if (format === 'picture' || /^image\//.test(contentMediaType) || /image|picture|mask/.test(name ?? ''))
    return 'picture';
  return /^video\//.test(contentMediaType) || /video/.test(name ?? '') ? 'video' : undefined;
}

function withoutAbsent(field: { [Name in keyof Field]: Field[Name] | undefined }): Field {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as Field;
}

/** A task of the model; what it requires is always shown. */
export function modelJob(
  { kind, model }: Pick<ModelResponse, 'kind' | 'model'>,
  { fields }: FormSchema,
): Job {
  return {
    ...MODEL_JOBS[kind],
    main: fields.filter(({ isRequired }) => isRequired).map(({ path }) => path),
    fixed: { kind, model, input: {} },
    samples: PICTURES,
  };
}
