import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import {
  BodyTooLarge,
  DomainError,
  InvalidRequest,
  UnsupportedMediaType,
  writeFailure,
} from '#libs/platform/errors';
import { readBody } from '../body/body-bytes.js';
import type { IncomingBody } from '../requests/incoming-body.js';
import { receiveBody } from '../body/receive-body.js';
import { nulCharacter } from '../body/strict-json.js';
import { fileTooLarge, FormStorage, type StoredPart } from './form-storage.js';
import { beginStreamedRequest } from '../idempotency/idempotent-request.js';

const FIELD_MAX_BYTES = 1024 * 1024;
/** Of a form without its files. */
const FIELDS_MAX_BYTES = 2 * 1024 * 1024;
const FIELDS_MAX = 50;
const FILES_MAX = 4;
/** Instead of an empty file name, which multer takes for no file; its `basename` is empty. */
const NAMELESS = '/';
const FOREIGN_CHARSET = /;\s*charset=(?!"?utf-?8\b)/i;

/** A file part, written to disk as it came; hashed where the caller sends an `Idempotency-Key`. */
export type FormFile = { field: string; path: string; bytes: number; fileName: string; sha256?: string };

/** A form that has arrived. A field that was sent more than once is a list, which fields of other types refuse. */
export type Form = { fields: Record<string, string | string[]>; files: FormFile[] };

/** How much of a form is taken. */
export type FormLimits = {
  /** File parts with other names are read past. */
  fileFields: readonly string[];
  maxFileBytes: number;
  /** Where files are written, '' when none is taken; the caller removes it. */
  folder: string;
};

/**
 * Reads a `multipart/form-data` or `application/x-www-form-urlencoded` body; files go to disk as they come, so memory
 * stays constant. When it fails, nothing stays on disk.
 * @throws UnsupportedMediaType, InvalidRequest for a form that is broken or breaks off, BodyTooLarge as soon as a file
 * passes its limit, RequestTimeout when it comes too slowly, what a full memory throws; and what `beginStreamedRequest` throws, as a form that has arrived is one whose request begins.
 */
export function readForm(request: Request, limits: FormLimits): Promise<Form> {
  return receiveBody(request, 'streamed', async (body) => {
    const form: Form = { fields: {}, files: [] };
    if (request.is('multipart/form-data')) await readMultipart(request, limits, body, form);
    else await readEncoded(request, body, form);
    try {
      if ('idempotency-key' in request.headers) await beginStreamedRequest(digestOf(form));
      return form;
    } catch (error) {
      await Promise.all(form.files.map((file) => rm(file.path, { force: true })));
      throw error;
    }
  });
}

async function readEncoded(request: Request, body: IncomingBody, form: Form): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) {
    throw new UnsupportedMediaType(
      'The body must be multipart/form-data or application/x-www-form-urlencoded.',
    );
  }
  if (FOREIGN_CHARSET.test(request.get('Content-Type') ?? ''))
    throw new InvalidRequest('The form must be in UTF-8.');
  const bytes = await readBody(request, FIELDS_MAX_BYTES, body);
  const fields = [...new URLSearchParams(bytes.toString())];
  if (fields.length > FIELDS_MAX) throw tooMany('fields', FIELDS_MAX);
  for (const [name, value] of fields) addField(form, name, value, value.length > FIELD_MAX_BYTES);
}

/** What multer takes for the request: the body as far as it has come. */
type Source = PassThrough & { files?: StoredPart[] };

async function readMultipart(
  request: Request,
  limits: FormLimits,
  body: IncomingBody,
  form: Form,
): Promise<void> {
  const { folder, maxFileBytes, fileFields } = limits;
  const announced = Number(request.headers['content-length'] ?? 0);
  const files = Math.min(fileFields.length, FILES_MAX);
  if (announced > files * maxFileBytes + FIELDS_MAX_BYTES) throw fileTooLarge(maxFileBytes);
  const source: Source = Object.assign(new PassThrough(), { headers: request.headers });
  const options = {
    defParamCharset: 'utf8',
    limits: { fieldSize: FIELD_MAX_BYTES, fields: FIELDS_MAX, files: FILES_MAX },
    fileFilter: (_: unknown, { fieldname }: { fieldname: string }, take: multer.FileFilterCallback) =>
      take(null, fileFields.includes(fieldname)),
    storage: new FormStorage(folder, maxFileBytes, 'idempotency-key' in request.headers),
    // Not in its types yet.
    streamHandler: (_: unknown, parser: Writable) => feed(parser, source, request, { body, form }),
  };
  await new Promise<void>((resolve, reject) => {
    multer(options).any()(source as never, {} as Response, (error?: unknown) =>
      error ? reject(refusal(error)) : resolve(),
    );
  });
  for (const { fieldname, originalname, size, ...file } of source.files ?? []) {
    const { path: place, sha256 } = file;
    const fileName = path.basename(originalname);
    form.files.push({ field: fieldname, fileName, bytes: size, path: place, ...(sha256 && { sha256 }) });
  }
}

/** Leads the body through the source to the parser; whatever ends the source ends the form at once. */
function feed(
  parser: Writable,
  source: Source,
  request: Request,
  { body, form }: { body: IncomingBody; form: Form },
): void {
  const attempt = (act: () => void): void => {
    try {
      if (!source.destroyed) act();
    } catch (error) {
      source.destroy(error as Error);
    }
  };
  let textBytes = 0;
  const countText = (bytes: number): void => {
    textBytes += bytes;
    if (textBytes > FIELDS_MAX_BYTES) throw fieldsTooLarge();
    body.memory.hold(textBytes);
  };
  // multer would make objects of fields whose names have brackets.
  parser.removeAllListeners('field');
  parser.on('field', (name: string, value: string, { valueTruncated }: { valueTruncated: boolean }) =>
    attempt(() => addField(form, name, value, valueTruncated)),
  );
  parser.prependListener('file', (_: string, file: Readable, info: { filename?: string }) => {
    info.filename ||= NAMELESS;
    file.on('data', (chunk: Buffer) => attempt(() => countText(-chunk.byteLength)));
  });
  // It would read on to the end of a form that it has refused.
  parser.on('unpipe', () => source.destroy());
  const breakOff = (): void => void source.destroy(new Error('The caller broke off.'));
  request.on('aborted', breakOff).on('error', breakOff);
  body.onStop((reason) => source.destroy(reason));
  source.pipe(parser);
  source.on('data', (chunk: Buffer) => attempt(() => countText(chunk.byteLength)));
  request.pipe(source);
}

/** @param name undefined, as `value`, where it is in a character set that is not known. */
function addField(
  { fields }: Form,
  name: string | undefined,
  value: string | undefined,
  isTruncated: boolean,
): void {
  if (isTruncated) throw new InvalidRequest(`${name} must be at most ${FIELD_MAX_BYTES} bytes long.`);
  if (!isDecoded(name) || !isDecoded(value)) throw notUtf8(name);
  if (value.includes('\0')) throw nulCharacter(name);
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const both = before === undefined ? value : [before, value].flat();
  // An assignment would not make a field of the name `__proto__`.
  Object.defineProperty(fields, name, { value: both, configurable: true, enumerable: true, writable: true });
}

/** Bytes that are not in the character set are U+FFFD. */
function isDecoded(text: string | undefined): text is string {
  return text !== undefined && !text.includes('\uFFFD');
}

/** Equal for forms that say the same, whatever their boundaries and the order of their fields. */
function digestOf({ fields, files }: Form): Buffer {
  const said = [
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
    files.map((file) => [file.field, file.fileName, file.sha256]),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest();
}

function refusal(error: unknown): Error {
  if (error instanceof DomainError) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'LIMIT_FIELD_COUNT') return tooMany('fields', FIELDS_MAX);
  if (code === 'LIMIT_FILE_COUNT') return tooMany('files', FILES_MAX);
  const problem = /boundary/i.test(message ?? '')
    ? 'The form has no valid boundary.'
    : 'The form is broken or did not arrive whole.';
  return writeFailure(error) ?? new InvalidRequest(problem, { cause: error });
}

function tooMany(what: string, max: number): Error {
  return new InvalidRequest(`A form may carry at most ${max} ${what}.`);
}

function notUtf8(field: string | undefined): Error {
  const name = isDecoded(field) ? field : 'Every field';
  return new InvalidRequest(`${name} must be UTF-8, without the replacement character U+FFFD.`);
}

function fieldsTooLarge(): Error {
  return new BodyTooLarge(
    `The fields of a form may have at most ${FIELDS_MAX_BYTES / 1024 / 1024} MB in all.`,
  );
}
