import { t } from '@lingui/core/macro';
/** Statuses of error pages that a proxy in front of the service sends. */
const OF_PROXIES = [502, 503, 504];

/** An error reply of the API, or `offline` when it could not be reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The stable code of the API; `offline` when no reply came. */
    readonly code: string,
    readonly status: number,
    /** Id of the request in the log of the service. */
    readonly requestId: string | undefined,
  ) {
    super(message);
  }

  static of(body: unknown, response: Response | undefined): ApiError {
    if (!response) return new ApiError(t`The service could not be reached.`, 'offline', 0, undefined);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    if (isErrorBody(body)) return new ApiError(body.message, body.error, response.status, requestId);
    if (OF_PROXIES.includes(response.status))
      return new ApiError(
        t`It may be starting. Try again in a moment.`,
        'no_answer',
        response.status,
        requestId,
      );
    return new ApiError(t`The service answered ${response.status}.`, 'unknown', response.status, requestId);
  }
}

function isErrorBody(body: unknown): body is { error: string; message: string } {
  return typeof body === 'object' && body !== null && 'error' in body && 'message' in body;
}
