import { client } from '@atelier/client/api';
import type { FormSchema } from './form-schema.js';

/** Starts the job at the price of its quote, if any; resolves to the id of its task as soon as it is known. */
export async function sendJob(
  { path, contentType }: Pick<FormSchema, 'path' | 'contentType'>,
  request: Record<string, unknown>,
  quoteId?: string,
): Promise<string> {
  const isStream = contentType === 'multipart/form-data';
  const { data, response } = await client.post<Record<string, unknown>, unknown, true>({
    url: path,
    body: isStream ? formOf(request) : request,
    bodySerializer: isStream ? null : JSON.stringify,
    headers: {
      'Content-Type': isStream ? null : contentType,
      ...(quoteId !== undefined && { 'Quote-Id': quoteId }),
    },
    parseAs: isStream ? 'stream' : 'json',
    throwOnError: true,
  });
  // Music comes as a stream, which is read by the id.
  if (isStream) void response.body?.cancel();
  const {
    task_id: named,
    id,
    data: envelope,
  } = data as { task_id?: string; id?: string; data?: { task_id?: string } };
  const found = response.headers.get('X-Task-Id') ?? named ?? envelope?.task_id ?? id;
  if (found === undefined) throw new Error('The reply names no task.');
  return found;
}

function formOf(request: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) form.append(name, String(value));
  return form;
}
