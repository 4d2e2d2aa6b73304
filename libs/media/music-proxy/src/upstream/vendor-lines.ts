import { BadVendorStream } from './bad-vendor-stream.js';

/** A vendor's audio chunk may be larger than ours; this is about 12 MB of audio. */
const LINE_MAX_BYTES = 16 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Splits a body into lines, yielding each as soon as its line break arrives. Skips blank lines, which keep
 * connections open.
 * @throws BadVendorStream when a line is too long.
 */
export async function* vendorLines(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    let start = 0;
    for (let end = part.indexOf(LINE_BREAK); end !== -1; end = part.indexOf(LINE_BREAK, start)) {
      parts.push(part.subarray(start, end));
      const line = Buffer.concat(parts).toString('utf8').trim();
      [parts, bytes, start] = [[], 0, end + 1];
      if (line !== '') yield line;
    }
    parts.push(part.subarray(start));
    bytes += part.length - start;
    if (bytes > LINE_MAX_BYTES) throw new BadVendorStream('a line is too long');
  }
  const rest = Buffer.concat(parts).toString('utf8').trim();
  if (rest !== '') yield rest;
}
