import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getNodeVersion, publishNodeVersion, readReport } from '@atelier/client/api';
import type { Atelier } from '@atelier/client';
import { connect } from '../account/connection.js';
import { CommandError, EXIT, usageError } from '../terminal/exit-codes.js';
import { untilInterrupted } from '../terminal/interruption.js';
import { plain, type Shell } from '../terminal/shell.js';
import { upload } from '../terminal/transfers.js';
import { listFiles, writeZip } from './packing.js';
import { readProject } from './project.js';

const POLL_MS = 1000;

type PublishOptions = { publisher?: string; changelog?: string; dryRun?: true; keep?: string; wait: boolean };

export async function publish(shell: Shell, options: PublishOptions, folder: string): Promise<void> {
  const project = await readProject(folder);
  const { files, skippedLinks } = await listFiles(folder, project.includes);
  if (skippedLinks.length > 0) shell.note(`Links are not packed: ${skippedLinks.join(', ')}`);
  if (options.dryRun) return listOnly(shell, folder, files);
  const publisherId = options.publisher ?? project.publisherId;
  if (!publisherId)
    throw usageError('Name the publisher: --publisher ID, or PublisherId in [tool.comfy] of pyproject.toml.');

  const atelier = await connect(shell);
  const draft = await mkdtemp(path.join(os.tmpdir(), 'atelier-publish-'));
  try {
    const archive = path.join(draft, 'archive.zip');
    await writeZip(folder, files, archive);
    if (options.keep) await copyFile(archive, options.keep);
    const { nodeId, node, nodeVersion } = project;
    const published = await atelier.call(publishNodeVersion, {
      path: { publisherId, nodeId },
      body: { node, node_version: { ...nodeVersion, version: project.version, ...changelogOf(options) } },
    });
    await upload(
      shell,
      archive,
      published.signedUrl,
      'application/zip',
      `Uploading ${nodeId} ${project.version}`,
    );
    await tell(shell, atelier, nodeId, published.node_version.version, options.wait);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function listOnly(shell: Shell, folder: string, files: readonly string[]): Promise<void> {
  const sized = await Promise.all(
    files.map(async (name) => ({ path: name, bytes: (await stat(path.join(folder, name))).size })),
  );
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  shell.result({ files: sized, bytes_total: total }, () => files);
  shell.note(`${files.length} files, ${total} bytes. Nothing was sent.`);
}

function changelogOf({ changelog }: PublishOptions): { changelog?: string } {
  return changelog === undefined ? {} : { changelog };
}

/** Says what became of the version. @throws CommandError when it was refused, or waits for a reviewer. */
async function tell(
  shell: Shell,
  atelier: Atelier,
  nodeId: string,
  version: string,
  waits: boolean,
): Promise<void> {
  const path = { nodeId, versionId: version };
  const read = () => atelier.call(getNodeVersion, { path });
  let found = await read();
  if (waits) {
    shell.note('Waiting for the verdict ...');
    found = await untilInterrupted(
      async (signal) => {
        let current = found;
        while (current.status === 'NodeVersionStatusPending') {
          await sleep(POLL_MS, undefined, { signal });
          current = await read();
        }
        return current;
      },
      () => `The check of ${nodeId} ${version} goes on.`,
    );
  }
  const report = waits ? await atelier.call(readReport, { path }).catch(() => undefined) : undefined;
  const { status, status_reason: reason, archive_refusal: refusal } = found;
  shell.result({ ...found, ...(report && { report }) }, () => [
    `${nodeId} ${version}: ${colored(shell, status)}${reason ? ` (${plain(reason)})` : ''}`,
    ...(report?.findings ?? []).map(
      ({ severity, path: file, lines, message }) =>
        `  ${severity}: ${plain(message)}${file ? ` (${plain(file)}${lines?.[0] ? `:${lines[0]}` : ''})` : ''}`,
    ),
  ]);
  if (status === 'NodeVersionStatusActive' || !waits) return;
  const next = refusal
    ? 'Fix the package and publish it again; the number is still free.'
    : 'A reviewer decides.';
  throw new CommandError(`The version is not active. ${next}`, EXIT.workFailed, refusal ?? 'not_active');
}

function colored(shell: Shell, status: string): string {
  const word = status.replace('NodeVersionStatus', '').toLowerCase();
  return shell.color(word === 'active' ? 'green' : 'yellow', word);
}
