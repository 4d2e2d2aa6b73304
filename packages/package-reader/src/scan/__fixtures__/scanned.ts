import type { ArchiveFinding } from '../../archive/index.js';
import { scanInThread } from '../scan-in-thread.js';

export type Files = Readonly<Record<string, string>>;

/** What the scan finds in texts by path; a single text is the entry of a package. */
export async function scanned(sources: string | Files, timeoutMs = 60_000): Promise<readonly ArchiveFinding[]> {
  const files = typeof sources === 'string' ? { '__init__.py': sources } : sources;
  const scanFiles = Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, sha256: '0'.repeat(64), text }));
  return (await scanInThread(scanFiles, { packageName: 'pack' }, timeoutMs)).findings;
}
