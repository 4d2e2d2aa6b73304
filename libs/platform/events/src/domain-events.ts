import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';

/** A class of facts that a module makes known. */
export type EventClass<E extends object> = new (...parameters: never[]) => E;

type Subscriber = (event: object, scope: TransactionScope) => Promise<void>;

/**
 * Facts that a lower module publishes to its subscribers above, inside the transaction that makes them true: what a
 * subscriber writes commits or rolls back with the fact. A subscriber does no network call; it writes rows and jobs.
 */
@Injectable()
export class DomainEvents {
  private readonly subscribers = new Map<EventClass<object>, Subscriber[]>();

  /** Calls `subscriber` for each event of this class; meant for a module's start. */
  subscribe<E extends object>(
    type: EventClass<E>,
    subscriber: (event: E, scope: TransactionScope) => Promise<void>,
  ): void {
    const known = this.subscribers.get(type) ?? [];
    this.subscribers.set(type, [...known, subscriber as Subscriber]);
  }

  /** Calls all subscribers, one after the other; an error of one rolls the transaction back. */
  async publish(scope: TransactionScope, event: object): Promise<void> {
    for (const subscriber of this.subscribers.get(event.constructor as EventClass<object>) ?? []) {
      await subscriber(event, scope);
    }
  }
}
