import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JobLeasesRepository } from './job-leases.repository.js';

/** Removes finished jobs in batches: all that finish while one statement runs go into the next. */
@Injectable()
export class JobSettler {
  private next: { ids: string[]; gone: Promise<void> } | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly leases: JobLeasesRepository) {}

  /** Resolves when the job is gone from the database. */
  remove(id: string): Promise<void> {
    if (!this.next) {
      this.next = { ids: [], gone: this.last.then(() => this.removeNext()) };
      this.last = this.next.gone.catch(() => undefined);
    }
    this.next.ids.push(id);
    return this.next.gone;
  }

  private async removeNext(): Promise<void> {
    // Jobs of one batch tend to end in the same turn of the event loop.
    await setImmediate();
    const ids = this.next?.ids ?? [];
    this.next = undefined;
    await this.leases.remove(ids);
  }
}
