import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { findJobHandlerOptions, type Job, type JobHandlerClass, type JobHandlerOptions } from './job.js';

const DEFAULT_CONCURRENCY = 4;

/** A provider decorated with `@JobHandler`, with its rules. */
export type RegisteredHandler = JobHandlerOptions & { readonly concurrency: number; handler: Job<object> };

/** Thrown at start when job handlers are declared wrongly. */
export class InvalidJobHandlers extends Error {}

/** The job handlers among the providers of the application. */
@Injectable()
export class JobHandlers {
  private byName: ReadonlyMap<string, RegisteredHandler> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Every handler by job name.
   * @throws InvalidJobHandlers when a name has two handlers or an option is wrong.
   */
  all(): ReadonlyMap<string, RegisteredHandler> {
    return (this.byName ??= this.find());
  }

  /**
   * The handler that runs jobs of a class.
   * @throws Error for a class that is no handler, or that no module provides.
   */
  require<P extends object>(job: JobHandlerClass<P>): RegisteredHandler {
    const name = findJobHandlerOptions(job)?.name;
    if (name === undefined) throw new Error('The class is no job handler; decorate it with @JobHandler');
    const registered = this.all().get(name);
    if (!registered) throw new Error(`No module provides a handler of the job ${name}`);
    return registered;
  }

  private find(): ReadonlyMap<string, RegisteredHandler> {
    const handlers = new Map<string, RegisteredHandler>();
    for (const { metatype, instance } of this.discovery.getProviders()) {
      const options = metatype ? findJobHandlerOptions(metatype) : undefined;
      if (!options) continue;
      const { name } = options;
      if (handlers.has(name)) throw new InvalidJobHandlers(`The job ${name} has two handlers`);
      const handler = instance as Job<object>;
      const registered = {
        ...options,
        handler,
        get concurrency() {
          return handler.concurrency ?? options.concurrency ?? DEFAULT_CONCURRENCY;
        },
      };
      handlers.set(name, requireValid(registered));
    }
    return handlers;
  }
}

function requireValid(handler: RegisteredHandler): RegisteredHandler {
  const { name, maxAttempts, concurrency, every = '1h' } = handler;
  if (!/^[a-z][a-z0-9.-]*$/.test(name)) throw new InvalidJobHandlers(`${name} is no job name`);
  if (![maxAttempts, concurrency].every((count) => Number.isInteger(count) && count >= 1))
    throw new InvalidJobHandlers(
      `Attempts and concurrency of the job ${name} must be whole numbers of 1 or more`,
    );
  if (!/^[1-9]\d*[smhd]$/.test(every)) throw new InvalidJobHandlers(`${every} is no schedule`);
  return handler;
}
