import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The vendors file and those that it names, by paths relative to it. Remembers each, so that it can be followed. */
export class NamedFiles {
  readonly paths = new Set<string>();
  private readonly folder: string;

  /** @param text What is read in place of the vendors file. */
  constructor(
    private readonly file: string,
    private readonly text?: string,
  ) {
    this.folder = path.dirname(file);
  }

  /** The vendors file. @throws Error when it cannot be read. */
  own(): string {
    return this.text ?? this.read(path.basename(this.file));
  }

  /** @throws Error when it cannot be read. */
  read(name: string): string {
    const file = path.resolve(this.folder, name);
    this.paths.add(file);
    return readFileSync(file, 'utf8');
  }
}
