import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { installNodeVersion } from '@atelier/client/api';
import { connect } from '../account/connection.js';
import { CommandError, usageError } from '../terminal/exit-codes.js';
import { plain, type Shell } from '../terminal/shell.js';
import { download } from '../terminal/transfers.js';
import { readReference } from './node-reference.js';
import { unpack } from './unpacking.js';

type InstallOptions = { into: string; replace?: true };

export async function install(
  shell: Shell,
  { into, replace }: InstallOptions,
  reference: string,
): Promise<void> {
  const { nodeId, version: wanted } = readReference(reference);
  const atelier = await connect(shell);
  const query = wanted === undefined ? {} : { version: wanted };
  const data = await atelier.call(installNodeVersion, { path: { nodeId }, query });
  const { node_id: id, version, downloadUrl, sha256, advisories = [] } = data;
  if (!downloadUrl || !sha256) throw new CommandError(`${id} ${version} has no archive yet.`);
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/.test(id))
    throw new CommandError(`The service names the node ${plain(id)}, which is no name for a folder.`);
  const folder = path.join(into, id);
  if (!replace && (await stat(folder).catch(() => undefined)))
    throw usageError(`${folder} is there already. Replace it by --replace.`);
  for (const { severity, summary, fixed } of advisories)
    shell.note(
      `${shell.color('yellow', 'warning:')} ${severity}: ${plain(summary)}${fixed ? ` (fixed in ${fixed})` : ''}`,
    );

  await mkdir(into, { recursive: true });
  // Beside its place, so that a rename puts all of it there at once.
  const draft = await mkdtemp(path.join(into, '.atelier-'));
  try {
    const archive = path.join(draft, 'archive.zip');
    await download(shell, downloadUrl, archive, { title: `${id} ${version}`, sha256 });
    const unpacked = path.join(draft, 'unpacked');
    await mkdir(unpacked);
    const files = await unpack(archive, unpacked);
    if (replace) await rename(folder, path.join(draft, 'former')).catch(ignoreMissing);
    await rename(unpacked, folder);
    shell.result(
      { node_id: id, version, folder: path.resolve(folder), sha256, files, dependencies: data.dependencies },
      () => [
        `${id} ${version} is in ${folder} (${files} files).`,
        ...(data.dependencies.length > 0 ? [`It needs: ${data.dependencies.map(plain).join(', ')}`] : []),
      ],
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
