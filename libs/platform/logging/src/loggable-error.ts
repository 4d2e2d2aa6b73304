import { scrub } from './scrub.js';

const CAUSES_MAX = 3;

/** Harmless fields of driver and system errors. Their other fields contain statements, parameters and rows. */
const FACTS = ['code', 'status', 'constraint', 'table', 'routine', 'syscall'] as const;

/** The loggable part of an error: class, code, scrubbed message and stack, and the same of its causes. */
export function loggableError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const fields = error as unknown as Record<string, unknown>;
  const facts = Object.fromEntries(
    FACTS.flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
  const cause = error.cause ?? fields.driverError;
  return {
    type: error.constructor.name || error.name,
    ...facts,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(cause !== undefined && depth < CAUSES_MAX ? { cause: loggableError(cause, depth + 1) } : {}),
  };
}
