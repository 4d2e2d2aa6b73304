import type { ServerResponse } from 'node:http';

/** Writes a part of a streamed reply and waits while its reader is behind; returns at once when the reader is gone. */
export async function sendChunk(response: ServerResponse, chunk: string | Uint8Array): Promise<void> {
  if (response.write(chunk) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    // Both listeners go together: one left behind for each wait would pile up over a long stream.
    const goOn = (): void => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}
