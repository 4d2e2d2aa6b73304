import { Module } from '@nestjs/common';
import { AddUsageJob } from './add-usage.job.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  controllers: [UsageController],
  providers: [UsageRepository, UsageService, AddUsageJob],
  exports: [UsageRepository],
})
export class UsageModule {}
