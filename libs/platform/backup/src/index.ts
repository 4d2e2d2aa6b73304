export { BackupModule } from './backup.module.js';
export { BackupsRepository } from './backups.repository.js';
export { BackupError } from './backup.error.js';
export { type Backup, readBackup } from './backup-reader.js';
export { type BackupSource, makeBackup } from './make-backup.js';
export { type BackupTarget, restoreBackup } from './restore-backup.js';
