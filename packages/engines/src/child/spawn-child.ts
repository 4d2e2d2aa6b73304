import { type ChildProcess, spawn } from 'node:child_process';
import { sandboxed } from './sandbox/sandbox.js';
import type { SeenFiles } from './sandbox/sandbox-tools.js';

export type ChildProgram = {
  /** The compiled file to start. */
  program: string;
  /** Limit of its script heap; resident memory is watched by the code that runs jobs. */
  memoryMb: number;
  /** The files of its job; it can access no others. */
  files?: SeenFiles;
};

/** Without this the C library keeps freed memory in a pool per thread. */
const GIVES_MEMORY_BACK = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Starts the process of a child. Every child of an engine is started here, so this decides what it may do. */
export function spawnChild({ program, memoryMb, files = { read: [] } }: ChildProgram): ChildProcess {
  const flags = [`--max-old-space-size=${memoryMb}`, '--no-warnings'];
  const { command, env, ended } = sandboxed(flags, program, files);
  const [first = '', ...parameters] = command;
  const child = spawn(first, parameters, {
    // None of the service's settings or secrets.
    env: { LANG: 'C', UV_THREADPOOL_SIZE: '4', ...GIVES_MEMORY_BACK, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.once('exit', ended);
  return child;
}
