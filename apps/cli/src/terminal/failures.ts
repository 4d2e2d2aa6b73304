import { CommandError, EXIT } from './exit-codes.js';

type Failure = { message: string; code: string; exitCode: number };
/** Errors of the client library by their names: it is loaded only by commands that need it. */
type ClientError = Partial<{
  name: string;
  message: string;
  status: number;
  code: string;
  requestId: string;
  error_code: string | null;
  error_message: string | null;
  cause: unknown;
}>;

/** An error in the words of its reader: those of the service where it has answered. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommandError) {
    const { message, code, exitCode } = error;
    return { message, code, exitCode };
  }
  const { name, status, code = 'failed', message = String(error), ...more } = readError(error);
  if (name === 'TaskFailed') {
    const said = more.error_message ?? message;
    return { message: said, code: more.error_code ?? 'task_failed', exitCode: EXIT.workFailed };
  }
  if (status !== undefined) {
    const asked = more.requestId && status >= 500 ? ` (request ${more.requestId})` : '';
    return { message: `${message}${asked}`, code, exitCode: exitCodeOf(status) };
  }
  if (name === 'ConnectionFailed' || (error instanceof TypeError && message.includes('fetch')))
    return {
      message: `The service was not reached: ${deepest(error)}.`,
      code: 'unreachable',
      exitCode: EXIT.unreachable,
    };
  return { message, code: 'failed', exitCode: EXIT.failed };
}

/** Fields of errors are often not enumerable. */
function readError(error: unknown): ClientError {
  const { name, message, status, code, requestId, error_code, error_message } = (error ?? {}) as ClientError;
  return {
    ...(name && { name }),
    ...(message && { message }),
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code }),
    ...(requestId && { requestId }),
    ...(error_code && { error_code }),
    ...(error_message && { error_message }),
  };
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 400 || status === 413 || status === 415 || status === 422) return EXIT.usage;
  return status >= 500 ? EXIT.unreachable : EXIT.failed;
}

/** The first cause says most, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
function deepest(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string };
  if (cause instanceof Error) return deepest(cause);
  return (message || (code ?? 'no connection')).replace(/\.$/, '');
}
