import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/accounts/users';
import { AddUsageJob } from './add-usage.job.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [UsersModule],
  controllers: [UsageController],
  providers: [UsageRepository, UsageService, AddUsageJob],
  exports: [UsageRepository],
})
export class UsageModule {}
