import { type ChildProcess, spawn } from 'node:child_process';
import { sandboxed } from './sandbox/sandbox.js';
import type { SeenFiles } from './sandbox/sandbox-tools.js';

/** The program of a child, and its share of the machine. */
export type ChildProgram = {
  /** The compiled file to start. */
  program: string;
  /** Memory for its script heap; the resident memory is watched by the code that runs jobs in it. */
  memoryMb: number;
  /** The files of its job; it can reach no others. */
  files?: SeenFiles;
};

/** The C library keeps freed memory in a pool per thread otherwise. */
const GIVES_MEMORY_BACK = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Starts the process of a child. Every child of an engine starts here and nowhere else: what it may do is decided here. */
export function spawnChild({ program, memoryMb, files = { read: [] } }: ChildProgram): ChildProcess {
  const flags = [`--max-old-space-size=${memoryMb}`, '--no-warnings'];
  const { command, env, ended } = sandboxed(flags, program, files);
  const [first = '', ...parameters] = command;
  const child = spawn(first, parameters, {
    // Nothing of the service's settings or secrets.
    env: { LANG: 'C', UV_THREADPOOL_SIZE: '4', ...GIVES_MEMORY_BACK, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.once('exit', ended);
  return child;
}
