import { Global, Module } from '@nestjs/common';
import { DomainEvents } from './domain-events.js';

/** The event exchange of the process. */
@Global()
@Module({ providers: [DomainEvents], exports: [DomainEvents] })
export class EventsModule {}
