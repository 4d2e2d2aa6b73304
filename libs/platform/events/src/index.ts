export { DomainEvents, type EventClass } from './domain-events.js';
export { EventsModule } from './events.module.js';
