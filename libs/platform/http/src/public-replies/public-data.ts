import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseNotifications, NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { withTimeout } from '#libs/platform/runtime';
import { PublicWritesRepository } from './public-writes.repository.js';

const CHANNEL = 'public_writes';
/** How long it is believed that nothing has changed, when nothing was heard. */
const BELIEVED_MS = 500;
/** Longer than this the question is not worth waiting for. */
const ANSWER_MS = 1_000;

type Known = {
  state: string;
  /** When the question was sent. */
  at: number;
  /** The changes that this process had made or heard of by then. */
  changes: number;
};

/**
 * The state of all that the public sees, as a text that changes with it. What this process has committed is always in
 * it, what others have is so half a second later at the latest, and mostly at once: their notification asks for it.
 */
@Injectable()
export class PublicData implements OnModuleInit {
  private heard = 0;
  private known: Known | undefined;
  private asking: { changes: number; state: Promise<string> } | undefined;

  constructor(
    private readonly writes: PublicWritesRepository,
    private readonly transactions: TransactionRunner,
    private readonly notifications: DatabaseNotifications,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.listen(CHANNEL, () => (this.heard += 1));
  }

  /** The state as far as it is known without asking; undefined when the database has to be asked. */
  get state(): string | undefined {
    const { known } = this;
    if (known?.changes !== this.changes || performance.now() - known.at >= BELIEVED_MS) return undefined;
    return known.state;
  }

  /** The state as the database has it. Those who ask at the same time share the answer. @throws when it gives none. */
  ask(): Promise<string> {
    const { changes } = this;
    // Asked before the last change, it may not know that one.
    if (this.asking?.changes === changes) return this.asking.state;
    const at = performance.now();
    const state = withTimeout(this.writes.state(NO_TRANSACTION), ANSWER_MS).then((found) => {
      if (!this.known || at > this.known.at) this.known = { state: found, at, changes };
      return found;
    });
    const asking = { changes, state };
    this.asking = asking;
    const end = (): void => {
      if (this.asking === asking) this.asking = undefined;
    };
    state.then(end, end);
    return state;
  }

  private get changes(): number {
    return this.transactions.ended + this.heard;
  }
}
