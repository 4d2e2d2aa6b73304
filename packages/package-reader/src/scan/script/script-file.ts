import type { Syntax } from '../code/syntax.js';
import type { ScanFile } from '../scan-file.js';
import { join, Scope, type ScriptFunction, type ScriptValue, tellsMore } from './script-value.js';

const WATCHES_COPIES =
  /\.writeText\s*=[^=]|\breadText\b|["'`](?:copy|cut|paste)["'`]|\bon(?:copy|cut)\b|\bgetSelection\b|\bsetInterval\b/;
/** A longer script with longer lines is minified. */
const MINIFIED_CHARS = 5_000;
const LINE_CHARS = 300;
const LINES_COUNTED = 1_000;
/** Longer scripts are many libraries in one text. */
export const BUNDLE_CHARS = 80_000;

export type TextFile = ScanFile & { readonly text: string };

/** A script of the package: a file, or a part of a page. */
export class Script {
  /** Whether it listens to what people copy, or reads the clipboard again and again. */
  readonly watchesCopies: boolean;
  readonly watchesPastes: boolean;
  readonly usesArguments: boolean;
  readonly scope: Scope = new Scope(this);
  readonly functions = new Map<Syntax, ScriptFunction>();
  /** What members hold, whichever the object. */
  private readonly members = new Map<string, ScriptValue>();
  hasChanged = false;
  /** Many libraries in one text, whose members share short names: values are followed through names and calls only. */
  readonly isBundle: boolean;

  constructor(
    readonly file: TextFile,
    readonly source: string,
    /** Where the script begins in its file; before it when it has the text of others first. */
    readonly offset: number,
    readonly root: Syntax,
    private readonly isWithin = false,
  ) {
    this.watchesCopies = WATCHES_COPIES.test(source);
    this.watchesPastes = /["'`]paste["'`]|\bonpaste\b/.test(source);
    this.usesArguments = /\barguments\b/.test(source);
    const own = source.slice(Math.max(0, -offset));
    const lines = own.split('\n', LINES_COUNTED).length;
    this.isBundle = own.length > BUNDLE_CHARS || own.length > Math.max(MINIFIED_CHARS, lines * LINE_CHARS);
  }

  /** The place of a part in the file. */
  placeOf({ start }: Syntax): number {
    return Math.max(0, this.offset + (this.isWithin ? 0 : start));
  }

  text({ start, end }: Syntax): string {
    return this.source.slice(start, end);
  }

  member(name: string): ScriptValue | undefined {
    return this.members.get(name);
  }

  assignMember(name: string, value: ScriptValue): void {
    if (this.isBundle) return;
    const before = this.members.get(name);
    this.members.set(name, join(before, value));
    if (tellsMore(before, value)) this.hasChanged = true;
  }
}
