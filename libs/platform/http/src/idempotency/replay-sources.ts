import { Injectable } from '@nestjs/common';

/** Where the body of a kept reply comes from when it is a stream that its module stores anyway. */
export type ReplaySource = {
  /** Stable; kept with the key: `music-stream`. */
  kind: string;
  /** The stream from its first byte, `in-flight` while it is not complete, or `gone` when it was deleted. */
  open(reference: string): Promise<AsyncIterable<string | Uint8Array> | 'in-flight' | 'gone'>;
};

/** The sources of the modules; each registers its own at start. */
@Injectable()
export class ReplaySources {
  private readonly sources = new Map<string, ReplaySource>();

  /** @throws Error when the kind is registered already. */
  register(source: ReplaySource): void {
    if (this.sources.has(source.kind))
      throw new Error(`The replay source ${source.kind} is registered twice`);
    this.sources.set(source.kind, source);
  }

  async open(kind: string, reference: string): ReturnType<ReplaySource['open']> {
    return this.sources.get(kind)?.open(reference) ?? 'gone';
  }
}
