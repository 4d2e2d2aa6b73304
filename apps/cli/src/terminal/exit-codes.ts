/** How a command ends. Documented in docs/guides/command-line.md. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  unreachable: 4,
  workFailed: 5,
  interrupted: 130,
} as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a sentence for its reader, and a code for scripts. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    readonly code = 'failed',
  ) {
    super(message);
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT.usage, 'usage');
}
