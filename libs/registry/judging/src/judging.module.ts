import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { JudgingRepository } from './judging.repository.js';
import { PackageJudge } from './package-judge.js';
import { RulesController } from './rules.controller.js';
import { ScanRules } from './scan-rules.js';

@Module({
  imports: [AuditModule],
  controllers: [RulesController],
  providers: [JudgingRepository, ScanRules, PackageJudge],
  exports: [PackageJudge],
})
export class JudgingModule {}
