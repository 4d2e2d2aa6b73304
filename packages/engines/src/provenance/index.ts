export { type DigitalSourceType, xmpPacket } from './xmp-packet.js';
export { xmpBox } from './xmp-box.js';
export { xmpTag } from './xmp-tag.js';
