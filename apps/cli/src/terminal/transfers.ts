import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './exit-codes.js';
import { Progress } from './progress.js';
import type { Shell } from './shell.js';

const UPLOAD_ATTEMPTS = 3;

type Download = {
  title: string;
  /** What the service says that the bytes are; a file that differs is not kept. */
  sha256?: string | null;
  signal?: AbortSignal;
};

/** Saves what a signed link leads to. The file has its name only when it is complete. */
export async function download(
  shell: Shell,
  url: string,
  file: string,
  { title, sha256, signal }: Download,
): Promise<number> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok || !response.body) throw await refused(response, `${title} was not sent`);
  const progress = new Progress(shell, title, Number(response.headers.get('content-length')));
  const part = `${file}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.fromWeb(response.body as never),
      async function* count(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          progress.at((bytes += chunk.length));
          yield chunk;
        }
      },
      createWriteStream(part),
    );
    const found = hash.digest('hex');
    if (sha256 && found !== sha256)
      throw new CommandError(
        `${title} arrived changed: its SHA-256 is ${found} instead of ${sha256}.`,
        1,
        'wrong_digest',
      );
    await rename(part, file);
  } finally {
    progress.end();
    await rm(part, { force: true });
  }
  return bytes;
}

/** Sends a file to a signed link, again when the connection breaks. */
export async function upload(
  shell: Shell,
  file: string,
  url: string,
  contentType: string,
  title: string,
): Promise<void> {
  const { size } = await stat(file);
  for (let attempt = 1; ; attempt += 1) {
    const progress = new Progress(shell, title, size);
    try {
      const response = await fetch(url, {
        method: 'PUT',
        headers: { 'Content-Type': contentType, 'Content-Length': String(size) },
        body: counted(file, (sent) => progress.at(sent)),
        duplex: 'half',
      } as RequestInit);
      if (response.ok) return void (await response.body?.cancel());
      if (response.status < 500 || attempt === UPLOAD_ATTEMPTS)
        throw await refused(response, `${title}: it was not taken`);
    } catch (error) {
      if (error instanceof CommandError || attempt === UPLOAD_ATTEMPTS) throw error;
    } finally {
      progress.end();
    }
    await sleep(attempt * 1000);
  }
}

function counted(file: string, onSent: (bytes: number) => void): ReadableStream {
  let sent = 0;
  const source = createReadStream(file).on('data', (chunk) => onSent((sent += chunk.length)));
  return Readable.toWeb(source) as ReadableStream;
}

async function refused(response: Response, what: string): Promise<CommandError> {
  const said = (await response.json().catch(() => ({}))) as { error?: string; message?: string };
  return new CommandError(
    `${what}: ${said.message ?? `status ${response.status}`}`,
    1,
    said.error ?? 'failed',
  );
}
