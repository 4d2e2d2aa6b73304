import { createReadStream } from 'node:fs';
import readline from 'node:readline';
import { type CatalogueEntry, readCatalogueEntry } from './catalogue-entry.js';

const BATCH = 500;
/** A batch of very large nodes ends at this size. */
const BATCH_BYTES = 4 * 1024 * 1024;
const SHOWN_PROBLEMS = 10;

/** A catalogue file: one entry per line. */
export class CatalogueFile {
  /** Bytes read so far. */
  bytes = 0;
  lines = 0;
  accepted = 0;
  refused = 0;
  /** The first few. */
  readonly problems: string[] = [];
  private at = 0;

  constructor(private readonly file: string) {}

  /** The valid entries. The file is read only as far as batches are asked for. */
  async *batches(): AsyncGenerator<CatalogueEntry[], void> {
    let batch: CatalogueEntry[] = [];
    let batchEnd = BATCH_BYTES;
    const input = createReadStream(this.file);
    for await (const line of readline.createInterface({ input, crlfDelay: Infinity })) {
      const entry = this.readLine(line);
      if (entry) batch.push(entry);
      if (batch.length < BATCH && this.bytes < batchEnd) continue;
      yield this.accept(batch);
      batch = [];
      batchEnd = this.bytes + BATCH_BYTES;
    }
    if (batch.length > 0) yield this.accept(batch);
  }

  private readLine(line: string): CatalogueEntry | undefined {
    this.at += 1;
    this.bytes += Buffer.byteLength(line) + 1;
    // JavaScript counts the byte order mark as white space; the first line may consist of nothing else.
    if (line.trim() === '') return undefined;
    this.lines += 1;
    const entry = readCatalogueEntry(this.at === 1 ? line.replace(/^\uFEFF/, '') : line);
    if (typeof entry !== 'string') return entry;
    this.refused += 1;
    if (this.problems.length < SHOWN_PROBLEMS) this.problems.push(`line ${this.at}: ${entry}`);
    return undefined;
  }

  private accept(batch: CatalogueEntry[]): CatalogueEntry[] {
    this.accepted += batch.length;
    return batch;
  }
}
