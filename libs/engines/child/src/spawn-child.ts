import { type ChildProcess, fork } from 'node:child_process';

/** The program of a child, and its share of the machine. */
export interface ChildProgram {
  /** The compiled file to fork. */
  program: string;
  /** Memory for its script heap; the resident memory is watched by whoever runs jobs in it. */
  memoryMb: number;
}

/** Starts the process of a child. Every child of an engine starts here and nowhere else: what it may do is decided here. */
export function spawnChild({ program, memoryMb }: ChildProgram): ChildProcess {
  return fork(program, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings'],
    // Nothing of the service's settings or secrets.
    env: { LANG: 'C', UV_THREADPOOL_SIZE: '4' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}
