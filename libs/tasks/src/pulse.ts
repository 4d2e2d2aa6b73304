import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_SECONDS = 15;

/** Has each open stream send a comment every 15 seconds; one timer for all, a part of them each second. */
@Injectable()
export class Pulse implements OnApplicationShutdown {
  private readonly groups = Array.from({ length: KEEP_ALIVE_SECONDS }, () => new Set<() => void>());
  private joined = 0;
  private second = 0;
  private readonly timer = setInterval(() => this.beat(), 1_000).unref();

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @returns A function that ends it. */
  join(listener: () => void): () => void {
    const group = this.groups[(this.joined += 1) % KEEP_ALIVE_SECONDS];
    group?.add(listener);
    return () => group?.delete(listener);
  }

  private beat(): void {
    this.second += 1;
    for (const listener of this.groups[this.second % KEEP_ALIVE_SECONDS] ?? []) listener();
  }
}
