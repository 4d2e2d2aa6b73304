import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit';
import { UsersModule } from '#libs/accounts/users';
import { UserAdminController } from './user-admin.controller.js';
import { UserTokensController } from './user-tokens.controller.js';
import { UserAdminService } from './user-admin.service.js';

@Module({
  imports: [UsersModule, AuditModule],
  controllers: [UserAdminController, UserTokensController],
  providers: [UserAdminService],
})
export class UserAdminModule {}
