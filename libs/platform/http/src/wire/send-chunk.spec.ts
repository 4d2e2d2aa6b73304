import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendChunk } from './send-chunk.js';

const CHUNK = Buffer.alloc(1024 * 1024);
const CHUNKS = 30;

/** A reply that is still open, and its reader. */
async function openReply(): Promise<{ response: ServerResponse; reader: IncomingMessage; stop(): void }> {
  const server = createServer().listen(0);
  const call = request({ port: (server.address() as AddressInfo).port });
  call.end();
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  response.flushHeaders();
  const [reader] = (await once(call, 'response')) as [IncomingMessage];
  return { response, reader, stop: () => void server.close() };
}

describe('sendChunk', () => {
  it('waits for a slow reader as often as needed and leaves no listener behind', async () => {
    const { response, reader, stop } = await openReply();
    const before = ['drain', 'close', 'error'].map((name) => response.listenerCount(name));
    let read = 0;
    reader.on('data', (chunk: Buffer) => (read += chunk.length));
    for (let sent = 0; sent < CHUNKS; sent += 1) await sendChunk(response, CHUNK);
    expect(['drain', 'close', 'error'].map((name) => response.listenerCount(name))).toEqual(before);
    response.end();
    await once(reader, 'end');
    expect(read).toBe(CHUNKS * CHUNK.length);
    stop();
  });

  it('comes back when the reader leaves, and for every chunk after that', async () => {
    const { response, reader, stop } = await openReply();
    reader.pause();
    const gone = once(response, 'close');
    const waiting = (async () => {
      while (!response.destroyed) await sendChunk(response, CHUNK);
    })();
    reader.on('error', () => undefined);
    reader.destroy();
    await waiting;
    await gone;
    await sendChunk(response, CHUNK);
    stop();
  });
});
