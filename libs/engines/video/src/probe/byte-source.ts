import { open } from 'node:fs/promises';
import { ProbeError } from './probe.errors.js';

/** Random access to bytes somewhere else, such as a file behind a URL that answers range requests. */
export type ByteSource = {
  /** Whole length in bytes. */
  readonly size: number;
  /**
   * The bytes from `start` up to but not including `end`, which lie within the size. Fewer bytes count as damage.
   * May be called several times at once.
   */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array>;
};

/** A local file as bytes, and how to let go of it. */
export async function fileSource(path: string): Promise<{ source: ByteSource; close: () => Promise<void> }> {
  try {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    const read = async (start: number, end: number) => {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    };
    return { source: { size, read }, close: () => file.close() };
  } catch (cause) {
    throw new ProbeError('unreadable', undefined, { cause });
  }
}
