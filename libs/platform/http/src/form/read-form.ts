import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedMediaType, writeFailure } from '#libs/platform/errors';
import type { IncomingBody } from '../body/incoming-bodies.js';
import { receiveBody } from '../body/receive-body.js';
import { nulCharacter } from '../body/strict-json.js';
import { beginStreamedRequest } from '../idempotency/streamed-request.js';

const FIELD_MAX_BYTES = 1024 * 1024;
/** Of a form without its files. */
const FIELDS_MAX_BYTES = 2 * 1024 * 1024;
const FIELDS_MAX = 50;
const FILES_MAX = 4;

/** A file part, written to disk as it came. */
export type FormFile = { field: string; path: string; bytes: number; fileName: string };

/** Only made when the caller sends an `Idempotency-Key`: it costs a second per gigabyte. */
type Hashes = Map<FormFile, Hash>;

/** A form that has arrived. A field that was sent more than once is a list, which fields of other types refuse. */
export type Form = { fields: Record<string, string | string[]>; files: FormFile[] };

/** How much of a form is taken. */
export type FormLimits = {
  /** File parts with other names are read past. */
  fileFields: readonly string[];
  /** Of one file. */
  maxFileBytes: number;
  /** Where files are written; the caller removes it. */
  folder: string;
};

/**
 * Reads a `multipart/form-data` or `application/x-www-form-urlencoded` body; files go to disk as they come, so memory
 * stays constant. When it fails, nothing stays on disk.
 * @throws UnsupportedMediaType, InvalidRequest for a form that is broken or breaks off, BodyTooLarge as soon as a file
 * passes its limit, RequestTimeout when it comes too slowly, what a full memory throws; and what `beginStreamedRequest` throws, as a form that has arrived is one whose request begins.
 */
export function readForm(request: Request, limits: FormLimits): Promise<Form> {
  return receiveBody(request, 'streamed', (body) => readAll(request, limits, body));
}

async function readAll(request: Request, limits: FormLimits, body: IncomingBody): Promise<Form> {
  if (!request.is(['multipart/form-data', 'application/x-www-form-urlencoded'])) {
    throw new UnsupportedMediaType(
      'The body must be multipart/form-data or application/x-www-form-urlencoded.',
    );
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limits.maxFileBytes + FIELDS_MAX_BYTES) throw tooLarge(limits);
  const form: Form = { fields: {}, files: [] };
  const writes: Promise<void>[] = [];
  const hashes: Hashes | undefined = 'idempotency-key' in request.headers ? new Map() : undefined;
  const stop = new AbortController();
  try {
    await receive(request, limits, { form, writes, hashes }, { stop, body });
    await Promise.all(writes);
    if (hashes) await beginStreamedRequest(digestOf(form, hashes));
    return form;
  } catch (error) {
    stop.abort();
    await Promise.allSettled(writes);
    await Promise.all(form.files.map((file) => rm(file.path, { force: true })));
    throw error;
  }
}

function receive(
  request: Request,
  limits: FormLimits,
  { form, writes, hashes }: { form: Form; writes: Promise<void>[]; hashes: Hashes | undefined },
  { stop, body }: { stop: AbortController; body: IncomingBody },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      request.unpipe(parser);
      stop.abort();
      reject(error);
    };
    let textBytes = 0;
    const countText = (bytes: number): void => {
      textBytes += bytes;
      if (stop.signal.aborted) return;
      if (textBytes > FIELDS_MAX_BYTES) return fail(fieldsTooLarge());
      try {
        body.memory.hold(textBytes);
      } catch (error) {
        fail(error as Error);
      }
    };
    const broken = (cause: unknown): void =>
      fail(
        writeFailure(cause) ?? new InvalidRequest('The form is broken or did not arrive whole.', { cause }),
      );
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: {
          // The parser reports the limit when it is reached, and not when it is passed.
          fileSize: limits.maxFileBytes + 1,
          fieldSize: FIELD_MAX_BYTES,
          fields: FIELDS_MAX,
          files: FILES_MAX,
        },
      });
    } catch (error) {
      reject(new InvalidRequest('The form has no valid boundary.', { cause: error }));
      return;
    }
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated)
        fail(new InvalidRequest(`${name} must be at most ${FIELD_MAX_BYTES} bytes long.`));
      else if (!isDecoded(name) || !isDecoded(value)) fail(notUtf8(name));
      else if (value.includes('\0')) fail(nulCharacter(name));
      else addField(form.fields, name, value);
    });
    parser.on('file', (field, stream, info) => {
      stream.on('error', broken);
      stream.on('data', (chunk: Buffer) => countText(-chunk.byteLength));
      if (!limits.fileFields.includes(field)) return void stream.resume();
      const file: FormFile = {
        field,
        fileName: path.basename(info.filename ?? ''),
        bytes: 0,
        path: path.join(limits.folder, `part-${form.files.length}`),
      };
      form.files.push(file);
      const hash = hashes && createHash('sha256');
      if (hash) hashes.set(file, hash);
      stream.on('data', (chunk: Buffer) => {
        file.bytes += chunk.byteLength;
        hash?.update(chunk);
      });
      stream.on('limit', () => fail(tooLarge(limits)));
      const write = pipeline(stream, createWriteStream(file.path, { flags: 'wx' }), { signal: stop.signal });
      write.catch(fail);
      writes.push(write);
    });
    parser.on('filesLimit', () => fail(new InvalidRequest(`A form may carry at most ${FILES_MAX} files.`)));
    parser.on('fieldsLimit', () =>
      fail(new InvalidRequest(`A form may carry at most ${FIELDS_MAX} fields.`)),
    );
    parser.on('error', broken);
    parser.on('close', resolve);
    request.on('aborted', () => broken(undefined));
    request.on('error', broken);
    body.signal.addEventListener('abort', () => fail(body.signal.reason as Error));
    request.pipe(parser);
    request.on('data', (chunk: Buffer) => countText(chunk.byteLength));
  });
}

function addField(fields: Form['fields'], name: string, value: string): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const both = before === undefined ? value : [before, value].flat();
  // An assignment would not make a field of the name `__proto__`.
  Object.defineProperty(fields, name, { value: both, configurable: true, enumerable: true, writable: true });
}

/** The parser gives nothing for a character set that it does not know, and U+FFFD for bytes that are not in the set. */
function isDecoded(text: string | undefined): boolean {
  return text !== undefined && !text.includes('\uFFFD');
}

function notUtf8(field: string | undefined): Error {
  const name = isDecoded(field) ? field : 'Every field';
  return new InvalidRequest(`${name} must be UTF-8, without the replacement character U+FFFD.`);
}

/** Equal for forms that say the same, whatever their boundaries and the order of their fields. */
function digestOf({ fields, files }: Form, hashes: Hashes): Buffer {
  const said = [
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
    files.map((file) => [file.field, file.fileName, hashes.get(file)?.digest('hex')]),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest();
}

function fieldsTooLarge(): Error {
  return new BodyTooLarge(
    `The fields of a form may have at most ${FIELDS_MAX_BYTES / 1024 / 1024} MB in all.`,
  );
}

function tooLarge({ maxFileBytes }: FormLimits): Error {
  return new BodyTooLarge(`A file may have at most ${Math.floor(maxFileBytes / 1024 / 1024)} MB.`);
}
