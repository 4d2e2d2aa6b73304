import { queryOptions } from '@tanstack/react-query';
import { type Field, isBlank, type Values } from '../../../parts/form/field.js';
import type { Job, OperationJob } from './jobs.js';

export type FormSchema = {
  path: string;
  contentType: 'application/json' | 'multipart/form-data';
  fields: readonly Field[];
  /** Values to try, by the path of the field. */
  examples: readonly Example[];
};

export type Example = { title: string; values: Values };

const FORMS = import.meta.glob<{ default: FormSchema }>('../../../api/generated/*.json');

type FormJob = Pick<OperationJob, 'operation' | 'fixed' | 'required'>;

/** The form of a job: a separate file, loaded when it is opened. */
export const formOptions = (job: FormJob) =>
  queryOptions({
    queryKey: ['form', job.operation],
    staleTime: Infinity,
    queryFn: async (): Promise<FormSchema> => {
      const load = FORMS[`../../../api/generated/${job.operation}.json`];
      if (!load) throw new Error(`There is no form for ${job.operation}.`);
      const { fields, ...form } = (await load()).default;
      const shown = fields
        .filter((field) => job.fixed?.[field.path] === undefined)
        .map((field) => ({ ...field, isRequired: field.isRequired || isNeeded(job, field) }));
      return { ...form, fields: shown };
    },
  });

function isNeeded({ required = [] }: FormJob, { path }: Field): boolean {
  return required.includes(path);
}

/** The request: the entered values that differ from the defaults. */
export function requestOf(job: Job, { fields }: FormSchema, values: Values): Record<string, unknown> {
  return fields.reduce<Record<string, unknown>>(
    (request, { path, control, default: usual, isRequired }) => {
      const value = values[path];
      if (isBlank(value) || (value === usual && !isRequired)) return request;
      return withValue(request, path.split('.'), control === 'json' ? parsed(String(value)) : value);
    },
    { ...job.fixed },
  );
}

function withValue(
  request: Record<string, unknown>,
  [name = '', ...inner]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const within = (request[name] ?? {}) as Record<string, unknown>;
  return { ...request, [name]: inner.length === 0 ? value : withValue(within, inner, value) };
}

/** What is no JSON is sent as it is: the service says what is wrong with it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function missingFields({ fields }: FormSchema, values: Values): Field[] {
  return fields.filter((field) => field.isRequired && isBlank(values[field.path]));
}
