import type { OutboundBody } from '#libs/platform/outbound';

/** A file part, read while the form is sent. */
export type VendorFile = {
  field: string;
  fileName: string;
  bytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
};

/** A form as it is sent, with its length, which many servers require. */
export type VendorForm = { headers: Record<string, string>; body: OutboundBody };

/**
 * A `multipart/form-data` body. One with a file is made while it is sent, so that memory stays constant.
 * @param name Name of the form: with the same name, the same fields give the same bytes.
 */
export function vendorForm(
  name: string,
  fields: Readonly<Record<string, string>>,
  file?: VendorFile,
): VendorForm {
  const boundary = `atelier-${name}`;
  const texts = Object.entries(fields).map(([field, value]) => part(boundary, `name="${field}"`, '', value));
  if (file) texts.push(fileHead(boundary, file));
  const head = Buffer.from(texts.join(''));
  const tail = Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + (file?.bytes ?? 0) + tail.length),
  };
  return { headers, body: file ? () => inTurn(head, file, tail) : Buffer.concat([head, tail]) };
}

async function* inTurn(head: Buffer, file: VendorFile, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* await file.open();
  yield tail;
}

function fileHead(boundary: string, { field, fileName }: VendorFile): string {
  const disposition = `name="${field}"; filename="${quoted(fileName)}"`;
  return part(boundary, disposition, 'Content-Type: application/octet-stream\r\n', undefined);
}

function part(boundary: string, disposition: string, headers: string, value: string | undefined): string {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`;
  return value === undefined ? head : `${head}${value}\r\n`;
}

/** Escapes names as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
