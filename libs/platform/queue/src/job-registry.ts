import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { findJobHandlerOptions, type Job, type JobHandlerClass, type JobHandlerOptions } from './job.js';

/** A provider decorated with `@JobHandler`, with its rules. */
export type RegisteredHandler = { options: JobHandlerOptions; handler: Job<object> };

/** Thrown at start when job handlers are declared wrongly. */
export class InvalidJobHandlers extends Error {}

/** The job handlers among the providers of the application. */
@Injectable()
export class JobRegistry {
  private handlers: ReadonlyMap<string, RegisteredHandler> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Every handler by job name.
   * @throws InvalidJobHandlers when a name has two handlers or an option is out of range.
   */
  list(): ReadonlyMap<string, RegisteredHandler> {
    return (this.handlers ??= this.find());
  }

  /**
   * The rules of a handler.
   * @throws Error for a class that is no handler, or that no module provides.
   */
  require<P extends object>(job: JobHandlerClass<P>): JobHandlerOptions {
    const name = findJobHandlerOptions(job)?.name;
    if (name === undefined) throw new Error('The class is no job handler; decorate it with @JobHandler');
    const registered = this.list().get(name);
    if (!registered) throw new Error(`No module provides a handler of the job ${name}`);
    return registered.options;
  }

  private find(): ReadonlyMap<string, RegisteredHandler> {
    const handlers = new Map<string, RegisteredHandler>();
    for (const { metatype, instance } of this.discovery.getProviders()) {
      const declared = metatype ? findJobHandlerOptions(metatype) : undefined;
      if (!declared) continue;
      const handler = instance as Job<object>;
      const options =
        handler.concurrency === undefined ? declared : { ...declared, concurrency: handler.concurrency };
      const { name } = options;
      if (handlers.has(name)) throw new InvalidJobHandlers(`The job ${name} has two handlers`);
      requireValid(options);
      handlers.set(name, { options, handler });
    }
    return handlers;
  }
}

function requireValid({ name, maxAttempts, leaseSeconds, concurrency = 1 }: JobHandlerOptions): void {
  if (!/^[a-z][a-z0-9.-]*$/.test(name)) throw new InvalidJobHandlers(`${name} is no job name`);
  for (const [option, value, min] of [
    ['maxAttempts', maxAttempts, 1],
    ['leaseSeconds', leaseSeconds, 5],
    ['concurrency', concurrency, 1],
  ] as const) {
    if (!Number.isInteger(value) || value < min) {
      throw new InvalidJobHandlers(`${option} of the job ${name} must be a whole number of ${min} or more`);
    }
  }
}
