import { client } from '@atelier/client/api';
import { ApiError } from '../../../api/api-error.js';
import { curlCommand } from '../tasks/curl-command.js';
import type { FormSchema } from './form-schema.js';

/** Starts the job at the price of its quote, if any; resolves to the id of its task as soon as it is known. */
export async function sendJob(
  { path, contentType }: Pick<FormSchema, 'path' | 'contentType'>,
  request: Record<string, unknown>,
  quoteId?: string,
): Promise<string> {
  const quoted: Record<string, string> = quoteId === undefined ? {} : { 'Quote-Id': quoteId };
  if (contentType === 'multipart/form-data') return startMusic(path, request, quoted);
  const { data } = await client.post<Record<string, unknown>, unknown, true>({
    url: path,
    body: request,
    headers: { 'Content-Type': 'application/json', ...quoted },
    throwOnError: true,
  });
  return (
    taskId(data) ?? taskId((data as { data?: unknown }).data) ?? (data as { id?: string }).id ?? missing()
  );
}

/** The same request as a shell command. */
export function commandOf(
  { path, contentType }: Pick<FormSchema, 'path' | 'contentType'>,
  request: Record<string, unknown>,
): string {
  if (contentType === 'application/json') return curlCommand(path, { json: request });
  const form = Object.entries(request).map(([name, value]) => [name, String(value)]);
  return curlCommand(path, { form: Object.fromEntries(form) as Record<string, string> });
}

/** Music comes as a stream of lines. The first names the task; the task's page reads the rest. */
async function startMusic(
  path: string,
  request: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(request)) body.append(name, String(value));
  const reply = await fetch(path, { method: 'POST', headers, body }).catch(() => {
    throw ApiError.of(undefined, undefined);
  });
  if (!reply.ok || !reply.body) throw ApiError.of(await reply.json().catch(() => undefined), reply);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  void reader.cancel();
  const [line = ''] = text.split('\n');
  return taskId(JSON.parse(line)) ?? missing();
}

function taskId(reply: unknown): string | undefined {
  const { task_id: id } = (reply ?? {}) as { task_id?: string };
  return id;
}

function missing(): never {
  throw new Error('The reply names no task.');
}
