import path from 'node:path';
import type { StorageSettings } from './storage.settings.js';

/** Folders of a storage on a disk. */
export type LocalFolders = {
  /** The stored files, by key. */
  files: string;
  /** Contents that are not whole yet; on the file system of the files, also when that is mounted by itself. */
  incoming: string;
  /** Working folders, for files that may become stored ones. */
  scratch: string;
};

/** The folders below the data folder. */
export function localFolders({ dataDir }: Pick<StorageSettings, 'dataDir'>): LocalFolders {
  const root = path.resolve(dataDir);
  const files = path.join(root, 'files');
  return { files, incoming: path.join(files, '.incoming'), scratch: path.join(root, 'scratch') };
}
