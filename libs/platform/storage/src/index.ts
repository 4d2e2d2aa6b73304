export { createObjectStorage } from './create-object-storage.js';
export { DiskRoom } from './disk-room.js';
export { type ByteRange, ObjectStorage, type StoredObject } from './object-storage.js';
export { requireStorage } from './require-storage.js';
export { StorageModule } from './storage.module.js';
export { StorageSettings } from './storage.settings.js';
export { StorageUnusable } from './storage-unusable.error.js';
export { PendingUploads, type TakeUpload } from './uploads/pending-uploads.js';
export { SweepUploadsJob } from './uploads/sweep-uploads.job.js';
