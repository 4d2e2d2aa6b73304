/** An import that a pickle makes when it is loaded; a name is absent when it is computed in a way that is not followed. */
export type PickledImport = { readonly module: string | undefined; readonly name: string | undefined };

/** The end of the bytes, or too many opcodes. */
type Cut = 'bytes' | 'opcodes';

/** What the opcodes of a pickle say. */
export type PickleReading = {
  readonly imports: readonly PickledImport[];
  /** The imports of pickles that were read to their end. */
  readonly sure: readonly PickledImport[];
  /** What ended the reading inside of what looks like a pickle. */
  readonly cut?: Cut;
};

const OPCODES_MAX = 4_000_000;
const IMPORTS_MAX = 10_000;
const TEXT_MAX = 1_000;

/** How long the argument of an opcode is: a number of bytes, a length in front of it, or lines. Source: Lib/pickletools.py of CPython 3.13, read 2026-11-27. */
const FIXED: Readonly<Record<string, number>> = {
  J: 4,
  K: 1,
  M: 2,
  G: 8,
  h: 1,
  j: 4,
  q: 1,
  r: 4,
  '\x80': 1,
  '\x82': 1,
  '\x83': 2,
  '\x84': 4,
  '\x95': 8,
};
const COUNTED: Readonly<Record<string, 1 | 4 | 8>> = {
  T: 4,
  U: 1,
  B: 4,
  C: 1,
  X: 4,
  '\x8a': 1,
  '\x8b': 4,
  '\x8c': 1,
  '\x8d': 8,
  '\x8e': 8,
  '\x96': 8,
};
const LINES: Readonly<Record<string, 1 | 2>> = { I: 1, L: 1, S: 1, V: 1, F: 1, g: 1, p: 1, P: 1, c: 2, i: 2 };
const BARE = new Set('NaelbtdsuRo012()]}Q.\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98');
const TEXTS = new Set(['S', 'V', 'T', 'U', 'X', '\x8c', '\x8d']);

/** Walks the opcodes of a pickle, and of those behind it, from a place in the bytes. Nothing is loaded. */
export function readPickle(bytes: Buffer, start = 0): PickleReading {
  const walk = new PickleWalk(bytes, start);
  walk.run();
  return {
    imports: walk.imports,
    sure: walk.imports.slice(0, walk.sure),
    ...(walk.cut ? { cut: walk.cut } : {}),
  };
}

class PickleWalk {
  readonly imports: PickledImport[] = [];
  sure = 0;
  cut: Cut | undefined;
  /** The texts pushed so far, last first; what else was pushed is not followed. */
  private readonly texts: (string | undefined)[] = [];
  private readonly memo = new Map<number, string | undefined>();
  private last: string | undefined;

  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  /** Reads one pickle after the other; behind the last of a checkpoint of before 2020 are other bytes. */
  run(): void {
    for (let step = 0; this.at < this.bytes.length; step += 1) {
      if (step >= OPCODES_MAX || this.imports.length >= IMPORTS_MAX) {
        this.cut = 'opcodes';
        return;
      }
      const code = String.fromCharCode(this.bytes[this.at] ?? 0);
      this.at += 1;
      if (code === '.') {
        this.sure = this.imports.length;
        this.memo.clear();
        continue;
      }
      const argument = this.argument(code);
      if (argument === undefined) return;
      this.take(code, argument);
    }
    if (this.bytes.at(-1) !== 0x2e) this.cut = 'bytes';
  }

  /** The bytes of the argument; undefined for an unknown opcode or a cut argument. */
  private argument(code: string): Buffer | undefined {
    if (BARE.has(code)) return this.bytes.subarray(0, 0);
    const fixed = FIXED[code];
    if (fixed !== undefined) return this.skip(fixed);
    const counted = COUNTED[code];
    if (counted !== undefined) {
      const length = this.skip(counted);
      if (!length) return undefined;
      return this.skip(counted === 8 ? Number(length.readBigUInt64LE()) : length.readUIntLE(0, counted));
    }
    const lines = LINES[code];
    if (lines === undefined) return undefined;
    const start = this.at;
    for (let line = 0; line < lines; line += 1) {
      const end = this.bytes.indexOf(0x0a, this.at);
      if (end === -1) return undefined;
      this.at = end + 1;
    }
    return this.bytes.subarray(start, this.at - 1);
  }

  private skip(length: number): Buffer | undefined {
    if (this.at + length > this.bytes.length) {
      this.cut = 'bytes';
      return undefined;
    }
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private take(code: string, argument: Buffer): void {
    if (TEXTS.has(code)) return this.push(textOf(code, argument));
    switch (code) {
      case 'c':
      case 'i': {
        const [module, name] = argument.toString('utf8').split('\n');
        this.imports.push({ module, name });
        return this.push(undefined);
      }
      case '\x93':
        this.imports.push({ module: this.texts.at(-2), name: this.texts.at(-1) });
        return this.push(undefined);
      case 'h':
      case 'j':
        return this.push(this.memo.get(argument.readUIntLE(0, argument.length)));
      case 'g':
        return this.push(this.memo.get(Number(argument.toString())));
      case 'q':
      case 'r':
        return void this.memo.set(argument.readUIntLE(0, argument.length), this.last);
      case 'p':
        return void this.memo.set(Number(argument.toString()), this.last);
      case '\x94':
        return void this.memo.set(this.memo.size, this.last);
      // Frames push nothing, and a mark is none of the two texts of an import.
      case '\x95':
      case '\x80':
      case '(':
        return undefined;
      default:
        return this.push(undefined);
    }
  }

  private push(text: string | undefined): void {
    this.last = text;
    this.texts.push(text);
    if (this.texts.length > 1_000) this.texts.splice(0, 900);
  }
}

function textOf(code: string, argument: Buffer): string {
  const text = argument.subarray(0, TEXT_MAX).toString('utf8');
  if (code === 'V') return text.replace(/\\u([0-9a-f]{4})|\\U([0-9a-f]{8})/gi, character);
  if (code !== 'S') return text;
  return text.replace(/^(['"])(.*)\1$/, '$2').replace(/\\x([0-9a-f]{2})|\\([0-7]{1,3})/gi, character);
}

function character(escape: string, hex: string | undefined, other: string | undefined): string {
  const code = Number.parseInt(hex ?? other ?? '', /^\\[0-7]/.test(escape) ? 8 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}
