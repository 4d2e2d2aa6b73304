import path from 'node:path';
import type { StorageSettings } from './storage.settings.js';

export type LocalFolders = {
  files: string;
  /** Incomplete contents; on the same file system as the files, even when that is a separate mount. */
  incoming: string;
  /** Working folders, for files that may be stored later. */
  scratch: string;
};

export function localFolders({ dataDir }: Pick<StorageSettings, 'dataDir'>): LocalFolders {
  const root = path.resolve(dataDir);
  const files = path.join(root, 'files');
  return { files, incoming: path.join(files, '.incoming'), scratch: path.join(root, 'scratch') };
}
