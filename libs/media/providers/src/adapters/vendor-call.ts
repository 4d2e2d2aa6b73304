import type { OutboundBody } from '#libs/platform/outbound';

/** A field of a form: a text, or a file that is read while it is sent. */
export type FormPart = { name: string } & (
  | { text: string }
  | { fileName: string; contentType?: string; bytes: number; open(): Promise<AsyncIterable<Uint8Array>> }
);

export type VendorCall = {
  /** By default POST with a body, GET without. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL, or an absolute address on its origin, as the vendor gave it. */
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: readonly FormPart[];
  /** Whether the answer is the file itself. */
  isFile?: boolean;
  /** Whether it is made without the key, to any address. */
  isOpen?: boolean;
  /** Statuses other than 2xx that the adapter reads. */
  reads?: readonly number[];
};

export type VendorReply = {
  status: number;
  /** The answer as JSON; undefined when it was empty, a file, or an error in other words. */
  json: unknown;
  /** The answer to a call with `isFile`. */
  bytes?: Uint8Array;
};

/** Text fields of a form, without those that are absent. */
export function texts(fields: Readonly<Record<string, unknown>>): FormPart[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, text: String(value) }],
  );
}

/** A body as it is sent, with its length, which many servers require. */
export type EncodedBody = { headers: Record<string, string>; body: OutboundBody };

/**
 * The body of a call, or undefined when it has none. A form with files is made while it is sent, so that memory stays
 * constant.
 * @param name Name of a form: with the same name, the same fields give the same bytes.
 */
export function encodedBody(
  { json, form }: Pick<VendorCall, 'json' | 'form'>,
  name: string,
): EncodedBody | undefined {
  if (form) return encodedForm(name, form);
  if (json === undefined) return undefined;
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

function encodedForm(name: string, parts: readonly FormPart[]): EncodedBody {
  const boundary = `atelier-${name}`;
  const heads = parts.map((part) => Buffer.from(headOf(boundary, part)));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  const lengths = parts.map((part, at) => (heads[at]?.length ?? 0) + ('text' in part ? 0 : part.bytes + 2));
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(lengths.reduce((sum, length) => sum + length, tail.length)),
    },
    body: async function* inTurn() {
      for (const [at, part] of parts.entries()) {
        yield heads[at] as Buffer;
        if ('text' in part) continue;
        yield* await part.open();
        yield Buffer.from('\r\n');
      }
      yield tail;
    },
  };
}

function headOf(boundary: string, part: FormPart): string {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
  if ('text' in part) return `${start}\r\n\r\n${part.text}\r\n`;
  const type = part.contentType ?? 'application/octet-stream';
  return `${start}; filename="${quoted(part.fileName)}"\r\nContent-Type: ${type}\r\n\r\n`;
}

/** Escapes names as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
