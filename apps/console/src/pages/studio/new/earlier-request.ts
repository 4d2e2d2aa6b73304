import { queryOptions } from '@tanstack/react-query';
import { getTask, listTaskInputs } from '@atelier/client/api';
import { isBlank, type Value, type Values } from '../../../parts/form/field.js';
import type { FormSchema } from './form-schema.js';

/** Fields that a task stores under another name than the request. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'video-extend': { video_url: 'source' },
  'music-from-text': { duration: 'duration_seconds' },
};

/** The kind of an earlier task, and its request with its input files. */
export const earlierOptions = (taskId: string) =>
  queryOptions({
    queryKey: ['earlier request', taskId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const path = { id: taskId };
      const [{ data: task }, { data: given }] = await Promise.all([
        getTask({ path, signal, throwOnError: true }),
        listTaskInputs({ path, signal, throwOnError: true }),
      ]);
      const links = new Map(given.inputs.map(({ field, url }) => [field, url]));
      return { kind: task.kind, request: task.request, links };
    },
  });

type Earlier = { kind: string; request: Record<string, unknown>; links: ReadonlyMap<string, string> };

/** The form values of an earlier task; files that are no longer kept are left out. */
export function valuesOf({ kind, request, links }: Earlier, { fields }: FormSchema): Values {
  const values: Record<string, Value> = {};
  for (const { path, control, default: usual } of fields) {
    const name = NAMES[kind]?.[path] ?? path;
    const value = at(request, name);
    const isFile = control === 'picture' || control === 'pictures' || control === 'video';
    const kept = isFile ? linked(value, name, links) : control === 'json' ? textOf(value) : value;
    if (!isBlank(kept as Value) && kept !== usual) values[path] = kept as Value;
  }
  return values;
}

function at(request: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], request);
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** Stored files are replaced by their links; URLs stay as sent. */
function linked(value: unknown, name: string, links: ReadonlyMap<string, string>): Value {
  if (Array.isArray(value))
    return value
      .map((entry, index) => linked(entry, `${name}[${index}]`, links))
      .filter((entry) => typeof entry === 'string');
  const link = links.get(name);
  if (link !== undefined) return link;
  return typeof value === 'string' && /^https?:/.test(value) ? value : undefined;
}
