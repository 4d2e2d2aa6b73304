import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const SIDE = 16;
const VIDEO = fs.readFileSync(path.join(import.meta.dirname, 'files/clip.mp4'));
/** Silence: MPEG-1 layer III, 32 kbit/s, 44.1 kHz, mono, 104 bytes a frame. */
const SILENT_FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)]);

/** Small files that name their order inside, so that a mix-up can be seen. */
export const OUTPUTS = {
  picture: { contentType: 'image/png', make: picture },
  video: { contentType: 'video/mp4', make: (id) => Buffer.concat([VIDEO, box('free', Buffer.from(id))]) },
};

function picture(id) {
  const colour = zlib.crc32(id);
  const row = Buffer.alloc(1 + SIDE * 3);
  for (let at = 1; at < row.length; at += 3) row.writeUIntBE(colour & 0xffffff, at, 3);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(SIDE, 0);
  size.writeUInt32BE(SIDE, 4);
  size.set([8, 2], 8); // 8 bits, RGB
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('tEXt', Buffer.from(`Comment\0${id}`)),
    chunk('IDAT', zlib.deflateSync(Buffer.concat(Array(SIDE).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An MP3 of silence whose tag names the order. */
export function sound(id, frames = 200) {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(`order\0${id}`)]);
  const head = Buffer.from('TXXX\0\0\0\0\0\0');
  head.writeUInt32BE(text.length, 4);
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  tag[9] = head.length + text.length; // below 128: one of its four 7-bit bytes is enough
  return Buffer.concat([tag, head, text, ...Array(frames).fill(SILENT_FRAME)]);
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(zlib.crc32(named));
  return Buffer.concat([length, named, sum]);
}

function box(type, content) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + content.length);
  return Buffer.concat([length, Buffer.from(type), content]);
}
