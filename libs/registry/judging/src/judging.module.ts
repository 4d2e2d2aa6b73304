import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { JudgingRepository } from './judging.repository.js';
import { KnownMaliciousController } from './known-malicious.controller.js';
import { MaliciousPackages } from './malicious-packages.js';
import { MaliciousPackagesRepository } from './malicious-packages.repository.js';
import { PackageJudge } from './package-judge.js';
import { RulesController } from './rules.controller.js';
import { ScanRules } from './scan-rules.js';

@Module({
  imports: [AuditModule],
  controllers: [RulesController, KnownMaliciousController],
  providers: [JudgingRepository, MaliciousPackagesRepository, ScanRules, MaliciousPackages, PackageJudge],
  exports: [PackageJudge],
})
export class JudgingModule {}
