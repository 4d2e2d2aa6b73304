import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { UsersModule } from '#libs/accounts/users';
import { CreditAdminService } from './credit-admin.service.js';
import { CreditsController } from './credits.controller.js';
import { CreditsRepository } from './credits.repository.js';
import { CreditsService } from './credits.service.js';
import { GrantsRepository } from './grants.repository.js';
import { CheckLedgerJob } from './jobs/check-ledger.job.js';
import { ExpireGrantsJob } from './jobs/expire-grants.job.js';
import { Ledger } from './ledger.js';
import { LedgerAdminController } from './ledger-admin.controller.js';
import { LedgerCheck } from './ledger-check.js';
import { LedgerCheckRepository } from './ledger-check.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { LedgerSettings } from './ledger.settings.js';
import { LimitsRepository } from './limits.repository.js';
import { UsageModule } from './usage/usage.module.js';
import { UserCreditsController } from './user-credits.controller.js';

@Module({
  imports: [UsersModule, AuditModule, UsageModule],
  controllers: [CreditsController, UserCreditsController, LedgerAdminController],
  providers: [
    LedgerSettings,
    LedgerRepository,
    Ledger,
    CreditsRepository,
    CreditsService,
    GrantsRepository,
    LimitsRepository,
    CreditAdminService,
    LedgerCheckRepository,
    LedgerCheck,
    ExpireGrantsJob,
    CheckLedgerJob,
  ],
  exports: [Ledger, LedgerCheck],
})
export class LedgerModule {}
