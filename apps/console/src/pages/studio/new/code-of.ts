import { ownPath } from '../../../api/own-path.js';
import { isMediaKind, MEDIA_KINDS } from '../../../parts/media-kinds.js';
import type { FormSchema } from './form-schema.js';

export type RequestToSend = { kind: string; form: FormSchema; request: Record<string, unknown> };

/** Methods of the clients, where they are not named like the kind of model tasks. */
const METHODS: Readonly<Record<string, string>> = {
  'image-relight': 'relight',
  'image-style-transfer': 'transferStyle',
  'skin-enhancer-faithful': 'enhanceSkinFaithfully',
  'skin-enhancer-creative': 'enhanceSkinCreatively',
  'skin-enhancer-flexible': 'enhanceSkinFlexibly',
  'video-start-end': 'makeVideoFromFrames',
  'video-reference': 'makeVideoFromReferences',
  'video-extend': 'extendVideo',
  'music-from-text': 'makeMusicFromText',
  'music-from-video': 'makeMusicFromVideo',
};
const EXTENSIONS = { image: 'jpg', video: 'mp4', music: 'mp3', speech: 'mp3' } as const;

/** A file of the caller's own: the code opens it, as the link does not work for long. */
class OwnFile {
  constructor(readonly name: string) {}
}

/** Programs that start the task, wait for it and save its result, by language. The token is in the environment. */
export function codeOf({ kind, form, request }: RequestToSend): Record<string, string> {
  const method = METHODS[kind] ?? 'startTask';
  const file = `result.${isMediaKind(kind) ? EXTENSIONS[MEDIA_KINDS[kind].medium] : 'bin'}`;
  const body = withFiles(request, 'file');
  const opened = JSON.stringify(body) !== JSON.stringify(request);
  const fields = Object.entries(body as object).map(([name, value]) => `${name}=${inPython(value)}`);
  return {
    curl: inCurl(form, request),
    Python: [
      'from atelier_client import Atelier',
      '',
      `atelier = Atelier(${JSON.stringify(window.location.origin)})`,
      `task = atelier.${snake(method)}(`,
      ...fields.map((field) => `    ${field},`),
      ').wait()',
      `atelier.save(task, "${file}")`,
    ].join('\n'),
    TypeScript: [
      ...(opened ? ["import { openAsBlob } from 'node:fs';"] : []),
      "import { writeFile } from 'node:fs/promises';",
      "import { Atelier } from '@atelier/client';",
      '',
      `const atelier = new Atelier({ url: '${window.location.origin}' });`,
      `const task = await atelier.${method}(${inTypeScript(body)}).wait();`,
      `await writeFile('${file}', await atelier.download(task));`,
    ].join('\n'),
  };
}

function inCurl({ path, contentType }: FormSchema, request: Record<string, unknown>): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const body =
    contentType === 'application/json'
      ? ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(request))}`]
      : Object.entries(request).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`);
  return [
    `curl -N ${quoted(window.location.origin + path)}`,
    '-H "Authorization: Bearer $ATELIER_TOKEN"',
    ...body,
  ].join(' \\\n  ');
}

function withFiles(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one, index) => withFiles(one, `${name}-${index + 1}`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, key)]));
  if (typeof value !== 'string' || !/^https?:/.test(value)) return value;
  const path = ownPath(value);
  if (!/^\/(?:assets|uploads)\//.test(path)) return value;
  const [extension = '.jpg'] = /\.[a-z0-9]+(?=\?|$)/.exec(path) ?? [];
  return new OwnFile(name + extension);
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function inPython(value: unknown): string {
  if (value instanceof OwnFile) return `open(${JSON.stringify(value.name)}, "rb")`;
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one)}`);
    return `{${entries.join(', ')}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

function inTypeScript(value: unknown, indent = ''): string {
  if (value instanceof OwnFile) return `await openAsBlob(${JSON.stringify(value.name)})`;
  if (Array.isArray(value)) return `[${value.map((one) => inTypeScript(one, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, one]) =>
      `${indent}  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${inTypeScript(one, `${indent}  `)},\n`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}${indent}}`;
}
