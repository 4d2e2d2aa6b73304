import type { TaskDetailsResponse, TaskInputResponse } from '@atelier/client/api';
import { isMediaKind, MEDIA_KINDS, MODEL_TASKS_PATH } from '../../../parts/media-kinds.js';

/** The request of a task as a shell command; stored files are replaced by their links from `inputs`. */
export function curlOfTask(
  { kind, request }: Pick<TaskDetailsResponse, 'kind' | 'request'>,
  inputs: readonly TaskInputResponse[],
): string | undefined {
  if (!isMediaKind(kind)) return undefined;
  const { path, medium } = MEDIA_KINDS[kind];
  const linked = withLinks(request, inputs) as Record<string, unknown>;
  if (path === MODEL_TASKS_PATH) return curlCommand(path, { json: { kind, ...linked } });
  return medium === 'music'
    ? curlCommand(path, { form: musicForm(linked) })
    : curlCommand(path, { json: kind === 'video-extend' ? extension(linked) : linked });
}

/** A POST to this service; the token comes from a shell variable. */
export function curlCommand(
  path: string,
  body: { json: unknown } | { form: Record<string, string | number | undefined> },
): string {
  const lines = [
    `curl -N ${quoted(window.location.origin + path)}`,
    '-H "Authorization: Bearer $ATELIER_TOKEN"',
  ];
  if ('json' in body)
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body.json))}`);
  else
    for (const [name, value] of Object.entries(body.form))
      if (value !== undefined && value !== '') lines.push(`-F ${quoted(`${name}=${value}`)}`);
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Replaces `asset:<id>` by a link, if the file is still kept. */
function withLinks(value: unknown, inputs: readonly TaskInputResponse[], field = ''): unknown {
  if (typeof value === 'string') return inputs.find((input) => input.field === field)?.url ?? value;
  if (Array.isArray(value)) return value.map((part, index) => withLinks(part, inputs, `${field}[${index}]`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([key, part]) => [key, withLinks(part, inputs, field === '' ? key : `${field}.${key}`)]),
  );
}

/** A task stores its source under another name. */
function extension({ source, ...request }: Record<string, unknown>): Record<string, unknown> {
  return { ...request, ...(typeof source === 'string' ? { video_url: source } : {}) };
}

function musicForm(request: Record<string, unknown>): Record<string, string | undefined> {
  const { prompt, video, duration_seconds: seconds } = request;
  const text = (value: unknown) => (value === undefined ? undefined : String(value));
  return video === undefined
    ? { prompt: text(prompt), duration: text(seconds) }
    : { prompt: text(prompt), video_url: text(video) };
}
