import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type StatementScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { UserDeleted } from '#libs/accounts/users';
import {
  CreditsRepository,
  type CreditFigures,
  type StatementEntry,
  type StatementPage,
} from './credits.repository.js';
import { LedgerSettings } from './ledger.settings.js';
import { LimitsRepository, type LimitState } from './limits.repository.js';
import { UsageRepository } from './usage/usage.repository.js';

export type Credits = { figures: CreditFigures; spentOnTasks: number; limits: LimitState[] };

@Injectable()
export class CreditsService implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly credits: CreditsRepository,
    private readonly limits: LimitsRepository,
    private readonly usage: UsageRepository,
    private readonly settings: LedgerSettings,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.limits.deleteOf(scope, userId));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.credits.setPolicy(NO_TRANSACTION, this.settings.isPrepaid);
  }

  /** @param tokenId Includes the limits of this token of the user. */
  async of(userId: string, tokenId: string | null = null): Promise<Credits> {
    const now = this.clock.now();
    return {
      figures: await this.credits.figures(NO_TRANSACTION, userId, now),
      spentOnTasks: await this.usage.spentBy(NO_TRANSACTION, userId),
      limits: await this.limits.list(NO_TRANSACTION, userId, tokenId, now),
    };
  }

  async limitsOf(scope: StatementScope, userId: string, tokenId: string | null): Promise<LimitState[]> {
    return this.limits.list(scope, userId, tokenId, this.clock.now());
  }

  async listEntries(userId: string, page: StatementPage): Promise<StatementEntry[]> {
    return this.credits.listEntries(NO_TRANSACTION, userId, page);
  }
}
