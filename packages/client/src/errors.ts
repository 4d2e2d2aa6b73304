import type { OperationErrorCode } from './generated/error-codes.gen.js';
import type { TaskDetailsResponse } from './generated/types.gen.js';

/** Codes of replies that belong to no operation of the API document. */
type OtherErrorCode =
  | 'conflict'
  | 'expectation_failed'
  | 'headers_too_large'
  | 'issuer_not_configured'
  | 'method_not_allowed'
  | 'not_found'
  | 'request_timeout'
  | 'route_not_found';

export type ErrorCode = OperationErrorCode | OtherErrorCode;

/** A reply of the service that is not a success. */
export class AtelierError extends Error {
  override readonly name = 'AtelierError';

  constructor(
    readonly status: number,
    /** Stable; newer services may have more. `unexpected_reply` is a reply that is none of the service, such as a proxy's. */
    readonly code: ErrorCode | 'unexpected_reply',
    message: string,
    /** Names the request in the log of the service. */
    readonly requestId: string | undefined,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }

  /** Fields of the request that the message says something about. */
  get fields(): string[] {
    if (this.code !== 'invalid_request') return [];
    return [...this.message.matchAll(/(?:^|; )([\w.[\]-]+) must /g)].map(([, name = '']) => name);
  }

  static of(response: Response, body: unknown): AtelierError {
    const { error, message } = (isRecord(body) ? body : {}) as { error?: ErrorCode; message?: string };
    const isOurs = typeof error === 'string' && typeof message === 'string';
    return new AtelierError(
      response.status,
      isOurs ? error : 'unexpected_reply',
      isOurs ? message : `The service answered ${response.status} ${response.statusText}.`,
      response.headers.get('X-Request-Id') ?? undefined,
      retryAfterOf(response),
    );
  }
}

/** A task that has failed or was canceled. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** `canceled`, or why it failed. */
  readonly error_code: string;
  readonly error_message: string;

  constructor(readonly task: TaskDetailsResponse) {
    const isCanceled = task.status === 'canceled';
    const message = task.error_message ?? (isCanceled ? 'The task was canceled.' : 'The task failed.');
    super(message);
    this.error_message = message;
    this.error_code = task.error_code ?? task.status;
  }
}

/** No reply arrived, however often it was tried. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';

  constructor(url: string, cause: unknown) {
    super(`No reply from ${new URL(url).origin}.`, { cause });
  }
}

/** Seconds of `Retry-After`, in either of its forms. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After');
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
