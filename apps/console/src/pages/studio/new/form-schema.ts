import { queryOptions } from '@tanstack/react-query';
import { type Field, isBlank, type Values } from '../../../parts/form/field.js';
import type { Job, OperationJob } from './jobs.js';

export type FormSchema = {
  path: string;
  contentType: 'application/json' | 'multipart/form-data';
  fields: readonly Field[];
};

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
      const { path, contentType, fields } = (await load()).default;
      const shown = fields
        .filter((field) => job.fixed?.[field.path] === undefined)
        .map((field) => ({ ...field, isRequired: field.isRequired || isNeeded(job, field) }));
      return { path, contentType, fields: shown };
    },
  });

function isNeeded({ required = [] }: FormJob, { path }: Field): boolean {
  return required.includes(path);
}

/** The request: the entered values that differ from the defaults. */
export function requestOf(job: Job, { fields }: FormSchema, values: Values): Record<string, unknown> {
  const request: Record<string, unknown> = { ...job.fixed };
  for (const field of fields) {
    const value = values[field.path];
    if (isBlank(value) || (value === field.default && !field.isRequired)) continue;
    const [name = '', inner] = field.path.split('.');
    if (inner === undefined) request[name] = value;
    else request[name] = { ...(request[name] as object | undefined), [inner]: value };
  }
  return request;
}

export function missingFields({ fields }: FormSchema, values: Values): Field[] {
  return fields.filter((field) => field.isRequired && isBlank(values[field.path]));
}
