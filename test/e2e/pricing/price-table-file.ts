import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The price table of an installation, in a separate folder. */
export class PriceTableFile {
  private constructor(
    private readonly folder: string,
    readonly path: string,
  ) {}

  /** The table of the service, as version `first`. */
  static async create(change: (table: any) => void = () => undefined): Promise<PriceTableFile> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-prices-'));
    const file = new PriceTableFile(folder, path.join(folder, 'prices.json'));
    await file.write('first', change);
    return file;
  }

  /** The table of the service with changes. */
  async write(version: string, change: (table: any) => void): Promise<void> {
    const table = JSON.parse(await readFile('config/prices.json', 'utf8'));
    table.version = version;
    change(table);
    await this.writeText(JSON.stringify(table));
  }

  async writeText(text: string): Promise<void> {
    await writeFile(this.path, text);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
