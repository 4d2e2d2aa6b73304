import { Global, Module } from '@nestjs/common';
import { provideSettings } from '#libs/platform/config';
import { createObjectStorage } from './create-object-storage.js';
import { DiskRoom } from './disk-room.js';
import { ObjectStorage } from './object-storage.js';
import { ScratchSweep } from './scratch-sweep.js';
import { StorageSettings } from './storage.settings.js';

/** The file storage of the process. */
@Global()
@Module({
  providers: [
    provideSettings(StorageSettings),
    ScratchSweep,
    DiskRoom,
    { provide: ObjectStorage, useFactory: createObjectStorage, inject: [StorageSettings] },
  ],
  exports: [ObjectStorage, DiskRoom],
})
export class StorageModule {}
