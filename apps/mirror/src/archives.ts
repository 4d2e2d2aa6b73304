import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MirrorError } from './mirror.error.js';
import type { MirrorFolder, MissingArchive } from './mirror-folder.js';
import type { Upstream } from './upstream.js';

const AT_ONCE = 8;

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Downloads an archive, and keeps it if it is what the registry said. @throws MirrorError, OutboundError */
export async function fetchArchive(
  folder: MirrorFolder,
  upstream: Upstream,
  { nodeId, version, sha256, bytes }: MissingArchive,
): Promise<void> {
  if (folder.hasArchive(sha256)) return folder.markStored(sha256);
  const file = folder.newIncoming();
  try {
    const path = `/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}/archive`;
    await upstream.download(path, file);
    const { size } = await stat(file);
    if ((bytes !== null && size !== bytes) || (await sha256Of(file)) !== sha256)
      throw new MirrorError('The archive is not the one that the registry has described: it was refused.');
    await folder.store(sha256, file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Fetches every missing archive, some at once. @returns how many came, and why others did not. */
export async function fetchArchives(
  folder: MirrorFolder,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<{ fetched: number; problems: string[] }> {
  const missing = folder.missing();
  const problems: string[] = [];
  let fetched = 0;
  const next = missing.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const archive of next) {
        if (signal.aborted) return;
        try {
          await fetchArchive(folder, upstream, archive);
          fetched += 1;
        } catch (error) {
          if (signal.aborted) return;
          problems.push(`${archive.nodeId} ${archive.version}: ${(error as Error).message}`);
        }
      }
    }),
  );
  return { fetched, problems };
}
