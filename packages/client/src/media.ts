import type { NewUploadRequest, UploadResponse } from './generated/types.gen.js';
import { type Connection, errorOf } from './connection.js';

/** A picture, video or sound: its bytes, a URL, or Base64 (bare or as a `data:` URI). */
export type Media = Blob | Uint8Array | string;

export type Progress = (sentBytes: number, totalBytes: number) => void;

export type UploadOptions = {
  fileName?: string;
  contentType?: string;
  onProgress?: Progress;
  signal?: AbortSignal;
};

/** Asks for the links of an upload. */
type PrepareUpload = (file: NewUploadRequest, signal?: AbortSignal) => Promise<UploadResponse>;

/** What is smaller is sent within the request. */
export const INLINE_BYTES = 256 * 1024;
const BASE64_STEP = 0x2000;
const STREAM_STEP = 64 * 1024;

/** Sends bytes to the storage; its `download_url` is then accepted as an input. */
export async function upload(
  connection: Connection,
  prepare: PrepareUpload,
  data: Blob | Uint8Array,
  { fileName, contentType, onProgress, signal }: UploadOptions,
): Promise<UploadResponse> {
  const blob = blobOf(data);
  const type = contentType ?? (blob.type.split(';')[0] || undefined);
  const name = fileName ?? ('name' in blob && typeof blob.name === 'string' ? blob.name : 'file');
  const links = await prepare({ file_name: name, ...(type && { content_type: type }) }, signal);
  const headers: Record<string, string> = type ? { 'Content-Type': type } : {};
  const put: Put = { link: links.upload_url, headers, blob, onProgress, signal };
  const isBrowser = onProgress && 'XMLHttpRequest' in globalThis;
  const attempt = () => (isBrowser ? putByBrowser(put) : connection.fetch(put.link, initOf(put)));
  const reply = await connection.repeat(attempt, put.link, signal);
  if (!reply.ok) throw await errorOf(reply);
  await reply.body?.cancel();
  onProgress?.(blob.size, blob.size);
  return links;
}

/**
 * A request with texts in place of bytes: up to `inlineBytes` as Base64, more as what `store` makes of them.
 * In order, one after the other.
 */
export async function withTexts<T>(
  value: T,
  inlineBytes: number,
  store: (blob: Blob) => Promise<string>,
): Promise<T> {
  const replace = async (part: unknown): Promise<unknown> => {
    if (part instanceof Blob || part instanceof Uint8Array) {
      const blob = blobOf(part);
      return blob.size > inlineBytes ? store(blob) : base64(new Uint8Array(await blob.arrayBuffer()));
    }
    if (Array.isArray(part)) {
      const parts: unknown[] = [];
      for (const one of part) parts.push(await replace(one));
      return parts;
    }
    if (typeof part !== 'object' || part === null) return part;
    const fields: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(part)) fields[name] = await replace(field);
    return fields;
  };
  return (await replace(value)) as T;
}

function blobOf(data: Blob | Uint8Array): Blob {
  return data instanceof Blob ? data : new Blob([data as Uint8Array<ArrayBuffer>]);
}

type Put = {
  link: string;
  headers: Record<string, string>;
  blob: Blob;
  onProgress: Progress | undefined;
  signal: AbortSignal | undefined;
};

/** Counts what is taken of a stream, in Node.js and workers without XMLHttpRequest. */
function initOf({ headers, blob, onProgress, signal }: Put): RequestInit {
  const init = { method: 'PUT', headers, ...(signal && { signal }) };
  if (!onProgress) return { ...init, body: blob };
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      onProgress(sent, blob.size);
      if (sent >= blob.size) return controller.close();
      const part = await blob.slice(sent, sent + STREAM_STEP).arrayBuffer();
      controller.enqueue(new Uint8Array(part));
      sent += part.byteLength;
    },
  });
  return { ...init, body, duplex: 'half' } as RequestInit;
}

/** Browsers tell the progress of an XMLHttpRequest only. */
function putByBrowser({ link, headers, blob, onProgress, signal }: Put): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    call.open('PUT', link);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded }) => onProgress?.(loaded, blob.size);
    call.onload = () => resolve(responseOf(call));
    call.onerror = () => reject(new TypeError('The upload broke off.'));
    call.onabort = () => reject(signal?.reason as Error);
    call.onloadend = () => signal?.removeEventListener('abort', abort);
    call.send(blob);
  });
}

function responseOf(call: XMLHttpRequest): Response {
  const lines = call.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return new Response(call.responseText || null, { status: call.status, headers });
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BASE64_STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + BASE64_STEP));
  return btoa(text);
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
