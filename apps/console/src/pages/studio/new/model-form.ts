import type { ModelResponse } from '@atelier/client/api';
import { MODEL_TASKS_PATH } from '../../../parts/media-kinds.js';
import type { Field } from '../../../parts/form/field.js';
import type { FormSchema } from './form-schema.js';
import { type Job, PICTURES } from './jobs.js';

type ModelKind = ModelResponse['kind'];

/** The kinds of tasks that name a model. */
export const MODEL_JOBS: Readonly<Record<ModelKind, Pick<Job, 'text' | 'act'>>> = {
  'text-to-image': { text: 'Makes a picture of what you describe.', act: 'Make the picture' },
  'image-edit': { text: 'Changes a picture as you describe it.', act: 'Edit the picture' },
  upscale: { text: 'Makes a picture larger, with more detail.', act: 'Enlarge the picture' },
  'remove-background': { text: 'Cuts out what a picture shows.', act: 'Remove the background' },
  'text-to-video': { text: 'Makes a video of what you describe.', act: 'Make the video' },
  'image-to-video': { text: 'Makes a video that starts from a picture.', act: 'Make the video' },
  'text-to-speech': { text: 'Says your words aloud.', act: 'Make the speech' },
};

export function isModelKind(kind: string): kind is ModelKind {
  return Object.hasOwn(MODEL_JOBS, kind);
}

/** A value of an input, as JSON Schema. */
type InputField = Pick<Field, 'description' | 'default' | 'minimum' | 'maximum' | 'maxLength' | 'enum'> & {
  type: 'string' | 'integer' | 'number' | 'boolean';
  title?: string;
  /** `picture` for Base64 or the address of a picture. */
  format?: string;
};
type InputSchema = { properties: Readonly<Record<string, InputField>>; required: readonly string[] };

/** The form of a model, from the schema of its input. */
export function modelForm({ input_schema: schema }: Pick<ModelResponse, 'input_schema'>): FormSchema {
  const { properties, required } = schema as InputSchema;
  const fields = Object.entries(properties).map(([name, { type, title, format, ...facts }]) => ({
    ...facts,
    path: `input.${name}`,
    control: controlOf({ type, format, ...facts }),
    isWhole: type === 'integer',
    isRequired: required.includes(name),
    ...(title === undefined ? {} : { 'x-label': title }),
    'x-form': { choices: Object.fromEntries((facts.enum ?? []).map((one) => [one, String(one)])) },
  }));
  return { path: MODEL_TASKS_PATH, contentType: 'application/json', fields };
}

function controlOf({ type, format, enum: values }: Partial<InputField>): Field['control'] {
  if (format === 'picture') return 'picture';
  if (values) return 'choice';
  if (type === 'boolean') return 'switch';
  return type === 'string' ? 'text' : 'number';
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
