const OS_NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(?:win(?:dows)?(?:[ -]?\d+|[ -]?nt)?|win32|win64|microsoft)$/u, 'windows'],
  [/^(?:mac ?os(?: ?x)?|darwin|osx)$/u, 'macos'],
  [/^(?:linux|gnu\/linux|ubuntu|debian)$/u, 'linux'],
];

/** Accelerators that users and classifiers name by their maker. */
const ACCELERATOR_NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bintel\b|\barc\b/u, 'xpu'],
  [/\bascend\b/u, 'npu'],
];

/** Values by which a package says that it runs everywhere. */
const EVERYWHERE = new Set(['os independent', 'any', 'all', '*']);

/** One name for the spellings of an operating system, also those of Python's trove classifiers. */
export function canonicalOs(value: string): string {
  const last = value.split('::').at(-1)?.trim().toLowerCase() ?? '';
  return OS_NAMES.find(([pattern]) => pattern.test(last))?.[1] ?? last;
}

/** One name for the spellings of an accelerator, also those of classifiers such as `GPU :: NVIDIA CUDA :: 12`. */
export function canonicalAccelerator(value: string): string {
  const text = value.trim().toLowerCase();
  const named = /\b(cuda|rocm|directml|metal|mps|xpu|npu|cpu)\b/u.exec(text)?.[1];
  return named ?? ACCELERATOR_NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}

/** The systems that a document is restricted to; undefined for no restriction. */
export function declaredOs(values: readonly string[]): string[] | undefined {
  const names = values.map(canonicalOs).filter((name) => name !== '');
  return names.length === 0 || names.some((name) => EVERYWHERE.has(name)) ? undefined : [...new Set(names)];
}

/** The accelerators that a document is restricted to; undefined for no restriction. */
export function declaredAccelerators(values: readonly string[]): string[] | undefined {
  const names = values.map(canonicalAccelerator).filter((name) => name !== '');
  return names.length === 0 || names.some((name) => EVERYWHERE.has(name)) ? undefined : [...new Set(names)];
}
