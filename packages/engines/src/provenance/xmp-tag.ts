import { type DigitalSourceType, xmpPacket } from './xmp-packet.js';

/** The tag with the XMP packet for an MP3: ID3v2.3 with a private frame (XMP specification, part 3, "MP3"). */
export function xmpTag(type: DigitalSourceType): Buffer {
  const content = Buffer.from(`XMP\0${xmpPacket(type)}`);
  const frame = Buffer.alloc(10);
  frame.write('PRIV', 'latin1');
  frame.writeUInt32BE(content.length, 4);
  const tag = Buffer.alloc(10);
  tag.write('ID3\u0003', 'latin1');
  const length = frame.length + content.length;
  // Seven bits a byte.
  for (const place of [0, 1, 2, 3]) tag[9 - place] = (length >> (7 * place)) & 0x7f;
  return Buffer.concat([tag, frame, content]);
}
