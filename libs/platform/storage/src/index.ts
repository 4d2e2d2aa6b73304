export { createObjectStorage } from './create-object-storage.js';
export { type ByteRange, ObjectStorage, type StoredObject } from './object-storage.js';
export { StorageModule } from './storage.module.js';
export { StorageSettings } from './storage.settings.js';
