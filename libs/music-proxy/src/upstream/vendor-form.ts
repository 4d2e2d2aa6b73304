import { randomUUID } from 'node:crypto';
import type { OutboundBody } from '#libs/platform/outbound';

/** A file part that is read when the form is sent. */
export type VendorFile = { field: string; fileName: string; open(): Promise<AsyncIterable<Uint8Array>> };

/** A `multipart/form-data` body that is made while it is sent, so that memory stays constant. */
export function vendorForm(
  fields: Readonly<Record<string, string>>,
  file?: VendorFile,
): { contentType: string; body: OutboundBody } {
  const boundary = `atelier-${randomUUID()}`;
  const texts = Object.entries(fields).map(([name, value]) => part(boundary, `name="${name}"`, '', value));
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(texts.join(''));
    if (file) {
      const disposition = `name="${file.field}"; filename="${quoted(file.fileName)}"`;
      yield Buffer.from(part(boundary, disposition, 'Content-Type: application/octet-stream\r\n', undefined));
      yield* await file.open();
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  };
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function part(boundary: string, disposition: string, headers: string, value: string | undefined): string {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`;
  return value === undefined ? head : `${head}${value}\r\n`;
}

/** As browsers write names: https://html.spec.whatwg.org/#multipart-form-data */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
