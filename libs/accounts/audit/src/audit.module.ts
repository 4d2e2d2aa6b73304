import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/accounts/users';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditLog } from './audit-log.js';

@Module({
  imports: [UsersModule],
  controllers: [AuditController],
  providers: [AuditRepository, AuditLog],
  exports: [AuditLog],
})
export class AuditModule {}
