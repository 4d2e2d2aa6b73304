import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '#libs/users';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditLog } from './audit.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry]), UsersModule],
  controllers: [AuditController],
  providers: [AuditRepository, AuditLog],
  exports: [AuditLog],
})
export class AuditModule {}
