import { request as openRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { streamProblems } from '../../support/api-contract.js';
import type { ApiClient, Caller, TestApp } from '../../support/test-app.js';

export const TEXT_PATH = '/proxy/musprov/t2m/generate';
export const VIDEO_PATH = '/proxy/musprov/v2m/generate';

/** A multipart form; a file is given by its content and name. */
export function form(parts: Record<string, string | { content: Uint8Array; name: string }>): FormData {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') data.append(name, part);
    else data.append(name, new Blob([Uint8Array.from(part.content)]), part.name);
  }
  return data;
}

/** A multipart body as the bytes of its parts, for what `FormData` would never send. */
export function rawForm(parts: readonly { name: string; value: Uint8Array; type?: string }[]): {
  raw: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
} {
  const chunks = parts.flatMap(({ name, value, type }) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n`),
    Buffer.from(type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`),
    value,
    Buffer.from('\r\n'),
  ]);
  return {
    raw: Uint8Array.from(Buffer.concat([...chunks, Buffer.from('--edge--\r\n')])),
    headers: { 'Content-Type': 'multipart/form-data; boundary=edge' },
  };
}

/** The events of a whole stream, each as the document describes it. */
export function events(bytes: Buffer): any[] {
  const text = bytes.toString().trim();
  return text === '' ? [] : text.split('\n').map(documented);
}

/** The event of a line; every stream of music has the same ones. */
function documented(line: string): any {
  const event = JSON.parse(line);
  const problems = streamProblems('GET /tasks/:task_id/stream', 'application/x-ndjson', [event]);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return event;
}

/** The files of a stream, by stream index. */
export function audioOf(lines: readonly any[], streamIndex = 0): Buffer {
  return Buffer.concat(
    lines
      .filter((line) => line.type === 'audio_chunk' && line.stream_index === streamIndex)
      .map(({ data }) => Buffer.from(data, 'base64')),
  );
}

/** Types in their order; repeats are left out. */
export function typesOf(lines: readonly any[]): string[] {
  return lines.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
}

type Service = { readonly api: Pick<ApiClient, 'baseUrl'> };
type Token = Pick<Caller, 'token'>;

/** A stream that is read line by line, and may be left. */
export class OpenStream {
  private constructor(
    private readonly call: ClientRequest,
    readonly response: IncomingMessage,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static async post(
    app: Service,
    caller: Token,
    target: string,
    body: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<OpenStream> {
    return OpenStream.open(app, caller, 'POST', target, body.toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  }

  static async get(app: Service, caller: Token, target: string): Promise<OpenStream> {
    return OpenStream.open(app, caller, 'GET', target, undefined, {});
  }

  private static async open(
    app: Service,
    caller: Token,
    method: string,
    target: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<OpenStream> {
    const call = openRequest(new URL(target, app.api.baseUrl), {
      method,
      agent: false,
      headers: { ...headers, Authorization: `Bearer ${caller.token}` },
    });
    call.on('error', () => undefined);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject);
      call.end(body);
    });
    response.on('error', () => undefined);
    const lines = createInterface({ input: response })[Symbol.asyncIterator]();
    return new OpenStream(call, response, lines);
  }

  async next(): Promise<any> {
    const { value, done } = await this.lines.next();
    return done ? undefined : documented(value);
  }

  async rest(): Promise<any[]> {
    const found = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) found.push(event);
    return found;
  }

  leave(): void {
    this.call.destroy();
  }
}

/** Files that requests have left behind in the scratch folder. */
export async function leftovers(app: TestApp): Promise<string[]> {
  return readdir(path.join(app.dataDir, 'scratch')).catch(() => []);
}

/** Looks until `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
