import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';

export type EventClass<E extends object> = new (...parameters: never[]) => E;

type Subscriber = (event: object, scope: TransactionScope) => Promise<void>;

/**
 * Events that a lower module publishes to subscribers in higher modules, inside the transaction that they describe:
 * what a subscriber writes commits or rolls back with it. A subscriber makes no network calls; it writes rows and
 * jobs.
 */
@Injectable()
export class DomainEvents {
  private readonly subscribers = new Map<EventClass<object>, Subscriber[]>();

  /** Calls `subscriber` for each event of this class. Call it when a module starts. */
  subscribe<E extends object>(
    type: EventClass<E>,
    subscriber: (event: E, scope: TransactionScope) => Promise<void>,
  ): void {
    const known = this.subscribers.get(type) ?? [];
    this.subscribers.set(type, [...known, subscriber as Subscriber]);
  }

  /** Calls all subscribers in turn; an error of any of them rolls the transaction back. */
  async publish(scope: TransactionScope, event: object): Promise<void> {
    for (const subscriber of this.subscribers.get(event.constructor as EventClass<object>) ?? []) {
      await subscriber(event, scope);
    }
  }
}
