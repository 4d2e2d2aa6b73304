import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Codings in which a reply is kept, the smaller first. */
export const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** Smaller replies gain nothing by compression. */
const CODED_MIN_BYTES = 1_024;
/** Roughly what the objects around the bytes take. */
const OVERHEAD_BYTES = 1_000;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const PACK: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => packGzip(bytes),
};

/** What a reply is made of, but for what belongs to one request. */
type Parts = {
  /** Of the data that it shows. */
  state: string;
  tag: string;
  headers: readonly (readonly [name: string, value: number | string | readonly string[]])[];
  /** The route as Express has it, for metrics and log. */
  route: unknown;
  /** What sending it brings about. */
  effects: readonly (() => void)[];
};

/** A finished public reply. */
export class KeptReply {
  readonly body: Buffer;
  private readonly coded = new Map<Coding, Promise<Buffer>>();
  private codedBytes = 0;

  constructor(
    readonly parts: Parts,
    text: string,
  ) {
    this.body = Buffer.from(text);
  }

  get isWorthCoding(): boolean {
    return this.body.length >= CODED_MIN_BYTES;
  }

  /** What it takes of the memory, with the codings that were asked for so far. */
  get bytes(): number {
    return this.body.length + this.codedBytes + OVERHEAD_BYTES;
  }

  /** The body in a coding, made once. @param onMade Told when it has grown. */
  in(coding: Coding, onMade: () => void): Promise<Buffer> {
    let bytes = this.coded.get(coding);
    if (!bytes) {
      bytes = PACK[coding](this.body).then((made) => {
        this.codedBytes += made.length;
        onMade();
        return made;
      });
      this.coded.set(coding, bytes);
    }
    return bytes;
  }
}
