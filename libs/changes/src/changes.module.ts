import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangeFeed } from './changes.service.js';
import { RegistryChange } from './registry-change.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([RegistryChange])],
  controllers: [ChangesController],
  providers: [ChangesRepository, ChangeFeed],
  exports: [ChangeFeed],
})
export class ChangesModule {}
