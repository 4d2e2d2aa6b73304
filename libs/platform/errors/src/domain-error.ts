/** How a caller-visible error is answered; the source of `docs/errors.md`. */
export type ErrorDefinition = {
  /** Stable, snake_case; the `error` field of the envelope. */
  code: string;
  /** HTTP status. */
  status: number;
  /** When it happens, in one sentence; also the default message. */
  summary: string;
};

/** An error that a caller may see: its code, status and message are part of the API. `cause` stays inside. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, options: { cause?: unknown; headers?: Record<string, string> } = {}) {
    super(message, { cause: options.cause });
    this.headers = options.headers ?? {};
  }
}

/** A class made by `defineError`. */
export type DomainErrorClass = {
  new (message?: string, options?: { cause?: unknown; headers?: Record<string, string> }): DomainError;
  readonly definition: ErrorDefinition;
};

const catalogue = new Map<string, ErrorDefinition>();

/**
 * Declares an error class and enters it in the catalogue.
 * @throws Error when another error already has the code.
 */
export function defineError(code: string, status: number, summary: string): DomainErrorClass {
  if (catalogue.has(code)) throw new Error(`The error code ${code} is defined twice`);
  const definition: ErrorDefinition = { code, status, summary };
  catalogue.set(code, definition);
  return class extends DomainError {
    static readonly definition = definition;
    readonly code = code;
    readonly status = status;

    constructor(message?: string, options?: { cause?: unknown; headers?: Record<string, string> }) {
      super(message ?? summary, options);
    }
  };
}

/** Every error defined by the modules loaded so far, by code. */
export function errorCatalogue(): readonly ErrorDefinition[] {
  return [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}
