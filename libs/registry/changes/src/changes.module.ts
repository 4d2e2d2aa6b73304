import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangeFeed } from './change-feed.js';

@Module({
  controllers: [ChangesController],
  providers: [ChangesRepository, ChangeFeed],
  exports: [ChangeFeed],
})
export class ChangesModule {}
