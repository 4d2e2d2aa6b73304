import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { NO_TRANSACTION } from '#libs/platform/database';
import { AdvisoriesRepository } from './advisories.repository.js';
import type { Advisory } from './advisory.entity.js';
import { advisoryId } from './advisory-id.js';
import { OsvResponse } from './dto/osv.response.js';

/** Advisories in memory at once. */
const PART = 100;

/** All advisories as a zip of OSV records. */
@Injectable()
export class OsvArchive {
  constructor(private readonly advisories: AdvisoriesRepository) {}

  /** A weak tag, as the same records may be compressed to other bytes. */
  async tag(): Promise<string> {
    return `W/"${await this.advisories.state(NO_TRANSACTION)}"`;
  }

  /** Writes the archive part by part, as fast as it is taken. */
  async write(target: NodeJS.WritableStream): Promise<void> {
    const zip = new ZipFile();
    const output = Readable.from(zip.outputStream);
    zip.on('error', (error: Error) => output.destroy(error));
    await this.addAfter(zip, 0);
    await pipeline(output, target);
  }

  /** The next part is read once the last record of this one has its turn. */
  private async addAfter(zip: ZipFile, serial: number): Promise<void> {
    const part = await this.advisories.listAfter(NO_TRANSACTION, serial, PART);
    const last = part.length === PART ? part.at(-1) : undefined;
    for (const advisory of part) {
      const ready = advisory === last ? () => this.addAfter(zip, advisory.serial) : () => Promise.resolve();
      addRecord(zip, advisory, ready);
    }
    if (!last) zip.end();
  }
}

function addRecord(zip: ZipFile, advisory: Advisory, ready: () => Promise<void>): void {
  const name = `${advisoryId(advisory)}.json`;
  zip.addReadStreamLazy(name, { mtime: advisory.modifiedAt }, (give) => {
    const record = JSON.stringify(OsvResponse.from(advisory));
    ready().then(
      () => give(null, Readable.from([record])),
      (error: unknown) => give(error, Readable.from([])),
    );
  });
}
