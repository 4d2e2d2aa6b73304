import { stripVTControlCharacters, styleText } from 'node:util';
import { describeFailure } from './failures.js';
import { EXIT } from './exit-codes.js';

type Color = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** What every command takes. */
export type CommonOptions = { json?: true; url?: string; profile: string };

/** Results go to standard output, everything else to standard error, so that a result can be piped. */
export class Shell {
  private hasResult = false;

  constructor(readonly options: CommonOptions) {}

  get isJson(): boolean {
    return this.options.json === true;
  }

  /** Whether a person is there to see progress and answer questions. */
  get isInteractive(): boolean {
    return process.stderr.isTTY && process.stdin.isTTY && !this.isJson;
  }

  /** Prints the result: the data with `--json`, else the lines for people. */
  result(data: unknown, lines: () => string | readonly string[]): void {
    this.hasResult = true;
    const text = this.isJson ? JSON.stringify(data, undefined, 2) : [lines()].flat().join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
  }

  /** One of many results, as they come: with `--json` one on each line. */
  item(data: unknown, line: () => string): void {
    this.hasResult = true;
    process.stdout.write(`${this.isJson ? JSON.stringify(data) : line()}\n`);
  }

  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Colors are for terminals only; NO_COLOR and FORCE_COLOR count as Node says. */
  color(color: Color, text: string): string {
    return paint(process.stdout, color, text);
  }

  /** Says what went wrong, on standard error; with `--json` also as the result, if there is none. Sets the exit code. */
  fail(error: unknown): void {
    const failure = describeFailure(error);
    process.exitCode = failure.exitCode;
    if (this.isJson && !this.hasResult)
      this.result({ error: failure.code, message: failure.message }, () => '');
    const isWanted = failure.exitCode === EXIT.interrupted;
    this.note(isWanted ? failure.message : `${paint(process.stderr, 'red', 'error:')} ${failure.message}`);
    if (failure.exitCode === EXIT.notAllowed && failure.code === 'unauthorized')
      this.note('Sign in by `atelier login`, or set ATELIER_TOKEN.');
  }
}

/** A table without lines; texts from the service lose what steers a terminal. */
export function table(rows: readonly (readonly unknown[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => plain(String(cell ?? ''))));
  const widths = texts.reduce<number[]>(
    (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, cell.length)),
    [],
  );
  return texts.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Text of others on one line, without escape sequences and control characters. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();
}

function paint(stream: NodeJS.WriteStream, color: Color, text: string): string {
  return styleText(color, text, { stream });
}
