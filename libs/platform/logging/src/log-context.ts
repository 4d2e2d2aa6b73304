import { AsyncLocalStorage } from 'node:async_hooks';

const context = new AsyncLocalStorage<object>();

/** Runs `work` with fields, such as the id of a task, that are added to every log line it causes. */
export function withLogFields<T>(fields: object, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Like `withLogFields`, without the fields of the code that started the work. */
export function withOnlyLogFields<T>(fields: object, work: () => T): T {
  return context.run(fields, work);
}

export function logFields(): object {
  return context.getStore() ?? {};
}
