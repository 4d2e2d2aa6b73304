import { Global, Module } from '@nestjs/common';
import { createObjectStorage } from './create-object-storage.js';
import { DiskRoom } from './disk-room.js';
import { ObjectStorage } from './object-storage.js';
import { ScratchSweep } from './scratch-sweep.js';
import { StorageSettings } from './storage.settings.js';
import { PendingUploadsRepository } from './uploads/pending-uploads.repository.js';
import { PendingUploads } from './uploads/pending-uploads.js';
import { SweepUploadsJob } from './uploads/sweep-uploads.job.js';

@Global()
@Module({
  providers: [
    StorageSettings,
    ScratchSweep,
    DiskRoom,
    PendingUploadsRepository,
    PendingUploads,
    SweepUploadsJob,
    { provide: ObjectStorage, useFactory: createObjectStorage, inject: [StorageSettings] },
  ],
  exports: [ObjectStorage, DiskRoom, PendingUploads, StorageSettings],
})
export class StorageModule {}
