import { Injectable } from '@nestjs/common';
import { JobLeasesRepository } from './job-leases.repository.js';

type Waiting = { id: string; settled: () => void; failed: (error: unknown) => void };

/** Removes finished jobs in batches: all that finish while one statement runs go into the next. */
@Injectable()
export class JobSettler {
  private waiting: Waiting[] = [];
  private isFlushing = false;

  constructor(private readonly leases: JobLeasesRepository) {}

  /** Resolves when the job is gone from the database. */
  remove(id: string): Promise<void> {
    return new Promise((settled, failed) => {
      this.waiting.push({ id, settled, failed });
      if (!this.isFlushing) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    this.isFlushing = true;
    // Jobs of one batch tend to end in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.leases.remove(batch.map(({ id }) => id));
        for (const { settled } of batch) settled();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isFlushing = false;
  }
}
