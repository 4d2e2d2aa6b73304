import type { Value } from './python-file.js';

export { join, UNKNOWN, type Value } from './python-file.js';

/** Where a value comes from or what it is made of; the marks of a value are a sum of these. */
export const MARK = {
  /** Decoded, decompressed or decrypted bytes. */
  decoded: 1 << 0,
  /** A text that is put together out of constants, or written with escapes, where one constant would do. */
  pieced: 1 << 1,
  downloaded: 1 << 2,
  /** Content of a file, read as bytes. */
  fileBytes: 1 << 3,
  /** Content of a file that is no Python file by its name. */
  dataFile: 1 << 4,
  /** The environment as a whole. */
  environment: 1 << 5,
  /** A variable of the environment that holds a key or password. */
  credential: 1 << 6,
  /** Several such variables, gathered in a loop, or a token that a library keeps. */
  credentials: 1 << 17,
  /** A place where people keep keys, passwords or money, or what was read there. */
  secret: 1 << 7,
  hostName: 1 << 8,
  userName: 1 << 9,
  /** The screen, the clipboard, keys pressed, the camera. */
  watched: 1 << 10,
  /** What the caller of a route sends. */
  request: 1 << 11,
  /** The prompt that somebody runs on the host. */
  prompt: 1 << 12,
  /** Encoded so that it fits into the name of a host. */
  encoded: 1 << 13,
  /** The path of a file into which a download was written. */
  downloadedFile: 1 << 14,
  /** A file that is run when somebody logs in. */
  loginPlace: 1 << 15,
  /** Folders of the user, or all files of the machine. */
  home: 1 << 16,
  /** A command line or interpreter that was started. */
  shell: 1 << 18,
  /** The path of a file into which decoded bytes were written. */
  droppedFile: 1 << 19,
  /** Where the host keeps what people make, or what was read there. */
  outputs: 1 << 20,
  /** The path of a file that was found by a walk below `home`. */
  homeFile: 1 << 21,
  /** What other packages send by a library of the network of which a part was replaced. */
  traffic: 1 << 22,
  /** The settings of a tool that installs, or of one that it uses. */
  toolPlace: 1 << 23,
  /** Downloaded from a host where models are seldom kept, or the path of such a file. */
  elsewhere: 1 << 24,
  /** The address of a tunnel that was opened. */
  tunnel: 1 << 25,
  /** A repository or archive that was downloaded, or what was read out of it or is below its folder. */
  repository: 1 << 26,
  /** One of several names of keys of different services, or several keys in one text. */
  keyName: 1 << 27,
  /** A key of the environment of one of these services. */
  keyOfOpenai: 1 << 28,
  keyOfAnthropic: 1 << 29,
  keyOfGoogle: 1 << 30,
  keyOfOther: 1 << 31,
} as const;

export const PRIVATE = MARK.environment | MARK.secret | MARK.watched;
export const MACHINE = MARK.hostName | MARK.userName;
export const HIDDEN = MARK.decoded | MARK.pieced;
/** Of which services the keys are. */
export const KEYS = MARK.keyOfOpenai | MARK.keyOfAnthropic | MARK.keyOfGoogle | MARK.keyOfOther;

export const HOLE = '\0';
export function textValue(text: string, marks = 0): Value {
  return { text: text.slice(0, TEXT_MAX), marks };
}

/** Longer constants are data, of which the beginning is enough. */
export const TEXT_MAX = 20_000;

export function marked(value: Value, marks: number): Value {
  return (value.marks | marks) === value.marks ? value : { ...value, marks: value.marks | marks };
}

export function has(value: Value | undefined, marks: number): boolean {
  return value !== undefined && (value.marks & marks) !== 0;
}

/** What an object gives when it is written as a text. */
export function asText(value: Value): Value {
  return value.methods?.get('__str__')?.result ?? value.methods?.get('__repr__')?.result ?? value;
}

/** Marks of the values and of what they hold. */
export function marksOf(values: Iterable<Value | undefined>): number {
  let marks = 0;
  for (const value of values) marks |= value?.marks ?? 0;
  return marks;
}

/** The known part of a text, without what is not known. */
export function knownText({ text = '' }: Value): string {
  return text.replaceAll(HOLE, '');
}

export function isWhole(value: Value | undefined): value is Value & { readonly text: string } {
  return value?.text !== undefined && !value.text.includes(HOLE);
}
