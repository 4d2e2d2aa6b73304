import { type DigitalSourceType, xmpPacket } from './xmp-packet.js';

/** The user type of boxes with XMP (XMP specification, part 3, "MPEG-4"). */
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** The box with the XMP packet for an MP4. It may come last, where it changes no offset of another box. */
export function xmpBox(type: DigitalSourceType): Buffer {
  const packet = Buffer.from(xmpPacket(type));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + XMP_UUID.length + packet.length);
  head.write('uuid', 4, 'latin1');
  return Buffer.concat([head, XMP_UUID, packet]);
}
