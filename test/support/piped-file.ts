import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A file whose readers get as many bytes as the test hands out, and then wait: a named pipe in the file's place. */
export class PipedFile {
  private writer: ChildProcess | undefined;

  private constructor(
    private readonly file: string,
    readonly bytes: number,
  ) {}

  static async inPlaceOf(file: string): Promise<PipedFile> {
    const { size } = await stat(file);
    await rename(file, `${file}.whole`);
    await promisify(execFile)('mkfifo', [file]);
    return new PipedFile(file, size);
  }

  /** Hands the next reader the whole content, and the end of the file. */
  handWhole(): void {
    this.run('cat "$1.whole" > "$1"', this.file);
  }

  /** Hands the next reader the first bytes, and no end. */
  handPart(bytes: number): void {
    this.run('{ head -c "$2" "$1.whole"; exec sleep 600; } > "$1"', this.file, String(bytes));
  }

  async restore(): Promise<void> {
    await this.end();
    await rm(this.file);
    await rename(`${this.file}.whole`, this.file);
  }

  private run(script: string, ...parameters: string[]): void {
    this.writer = spawn('sh', ['-c', script, 'sh', ...parameters], { stdio: 'ignore' });
  }

  private async end(): Promise<void> {
    if (!this.writer || this.writer.exitCode !== null || this.writer.signalCode !== null) return;
    const exited = once(this.writer, 'exit');
    this.writer.kill('SIGKILL');
    await exited;
  }
}
