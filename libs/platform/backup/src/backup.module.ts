import { Module } from '@nestjs/common';
import { BackupsRepository } from './backups.repository.js';

@Module({ providers: [BackupsRepository], exports: [BackupsRepository] })
export class BackupModule {}
