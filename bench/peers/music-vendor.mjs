// A music vendor in a separate process: sends a stream whose audio chunks begin with the time they were sent.
// argv: milliseconds between lines (0: as fast as they are read), lines, bytes of audio per line.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [pauseMs, lines, bytes] = process.argv.slice(2).map(Number);

const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (let index = 0; index < lines; index += 1) {
    const audio = Buffer.alloc(bytes, index);
    audio.writeBigUInt64LE(process.hrtime.bigint());
    const hasRoom = response.write(
      `${JSON.stringify({ type: 'audio_chunk', stream_index: 0, data: audio.toString('base64') })}\n`,
    );
    if (pauseMs > 0) await sleep(pauseMs);
    else if (!hasRoom) await once(response, 'drain');
  }
  response.end('{"type":"complete"}\n');
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
