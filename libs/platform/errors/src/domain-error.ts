/** An error that callers may see; the source of `docs/errors.md`. */
export type ErrorDefinition = {
  /** Stable, snake_case; the `error` field of the envelope. */
  code: string;
  status: number;
  /** When it happens, in one sentence; also the default message. */
  summary: string;
  /** Whether it occurs only in an API in the form of another service. */
  isForeign: boolean;
};

type ErrorOptions = { cause?: unknown; headers?: Record<string, string> };

/** An error that a caller may see: its code, status and message are part of the API. `cause` is not shown. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.headers = options.headers ?? {};
  }
}

/** A class made by `defineErrors`. */
export type DomainErrorClass = {
  new (message?: string, options?: ErrorOptions): DomainError;
  readonly definition: ErrorDefinition;
};

const catalogue = new Map<string, ErrorDefinition>();

/**
 * Defines error classes and adds them to the catalogue: each with its HTTP status, and when it happens. Its code is
 * its name in snake_case.
 * @param options Whether they occur only in APIs in the form of another service.
 * @throws Error when another error already has the code.
 */
export function defineErrors<Name extends string>(
  errors: Readonly<Record<Name, readonly [status: number, summary: string]>>,
  { isForeign = false }: { isForeign?: boolean } = {},
): Record<Name, DomainErrorClass> {
  const classes = Object.entries<readonly [number, string]>(errors).map(([name, [status, summary]]) => {
    const code = name.replaceAll(/(?!^)[A-Z]/g, '_$&').toLowerCase();
    return [name, defineError({ code, status, summary, isForeign })];
  });
  return Object.fromEntries(classes) as Record<Name, DomainErrorClass>;
}

function defineError(definition: ErrorDefinition): DomainErrorClass {
  const { code, status, summary } = definition;
  if (catalogue.has(code)) throw new Error(`The error code ${code} is defined twice`);
  catalogue.set(code, definition);
  return class extends DomainError {
    static readonly definition = definition;
    readonly code = code;
    readonly status = status;

    constructor(message?: string, options?: ErrorOptions) {
      const { stackTraceLimit } = Error;
      // Callers' errors are frequent and rarely inspected, and capturing a stack takes longer than the check.
      if (status < 500) Error.stackTraceLimit = 0;
      super(message ?? summary, options);
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}

/** Every error of the modules loaded so far, by code. */
export function errorCatalogue(): readonly ErrorDefinition[] {
  return [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}
