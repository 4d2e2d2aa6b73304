import { fork } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const writer = fileURLToPath(
  new URL('../../packages/engines/src/video/__fixtures__/write-video.mjs', import.meta.url),
);
const STEP = 1024 * 1024;

/** Writes a short MP4 and gives its path. */
export async function writeClip(folder, seconds) {
  const file = path.join(folder, 'clip.mp4');
  await new Promise((resolve, reject) => {
    fork(writer, [file, 'h264', String(seconds), '25', 'cut', 'silent']).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The clip was not written: ${code}`)),
    );
  });
  return file;
}

/**
 * A form with the clip made `megabytes` large by a box of padding behind it, as a function that sends it as fast as it
 * is taken.
 */
export async function bigForm(clip, megabytes) {
  const boundary = 'frontier';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="0.video"; filename="clip.mp4"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const content = await fs.readFile(clip);
  const padding = megabytes * STEP - content.length;
  const box = Buffer.alloc(8);
  box.writeUInt32BE(padding);
  box.write('free', 4, 'latin1');
  const filling = Buffer.alloc(STEP);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + content.length + padding + tail.length,
    },
    async send(call) {
      const write = (data) =>
        new Promise((resolve) => (call.write(data) ? resolve() : call.once('drain', resolve)));
      await write(head);
      await write(content);
      await write(box);
      for (let left = padding - box.length; left > 0; left -= STEP)
        await write(filling.subarray(0, Math.min(STEP, left)));
      call.end(tail);
    },
  };
}
