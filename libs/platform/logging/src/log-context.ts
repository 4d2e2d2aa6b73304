import { AsyncLocalStorage } from 'node:async_hooks';

const context = new AsyncLocalStorage<object>();

/** Runs `work` with fields, such as the id of a task, that every line of the log which it causes will have. */
export function withLogFields<T>(fields: object, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** As `withLogFields`, and without the fields of the code that happened to start the work. */
export function withOnlyLogFields<T>(fields: object, work: () => T): T {
  return context.run(fields, work);
}

/** The fields of the work that runs. */
export function logFields(): object {
  return context.getStore() ?? {};
}
