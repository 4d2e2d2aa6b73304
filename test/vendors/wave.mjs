/** A WAV of silence that names its order in a separate chunk: 16 bits, 24 kHz, mono. */
export function wave(id, seconds = 5) {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(24_000, 4);
  format.writeUInt32LE(48_000, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const content = [chunk('fmt ', format), chunk('ordr', Buffer.from(id)), chunk('data', silence(seconds))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...content]));
}

/** The samples of such a file, without a head. */
export function silence(seconds = 5) {
  return Buffer.alloc(48_000 * seconds);
}

/** A chunk has an even length. */
function chunk(type, content) {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)]);
}
