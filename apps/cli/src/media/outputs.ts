import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../terminal/exit-codes.js';
import type { Shell } from '../terminal/shell.js';
import { download } from '../terminal/transfers.js';

type Output = { role: string; url: string; content_type: string; sha256?: string | null };
type EndedTask = { id: string; kind: string; outputs: readonly Output[] };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
};

/**
 * Saves what a task made: the first file under the wanted name, or all of them in a folder. Without a name they get the kind
 * and the id of the task.
 */
export async function saveOutputs(
  shell: Shell,
  task: EndedTask,
  wanted: string | undefined,
  signal?: AbortSignal,
): Promise<string[]> {
  const [first] = task.outputs;
  if (!first) throw new CommandError(`The task ${task.id} has no files.`);
  const isFolder = wanted !== undefined && (/[/\\]$/.test(wanted) || (await isDirectory(wanted)));
  if (wanted !== undefined && !isFolder) {
    await save(shell, first, wanted, signal);
    return [wanted];
  }
  if (isFolder) await mkdir(wanted, { recursive: true });
  const saved: string[] = [];
  for (const output of isFolder ? task.outputs : [first]) {
    const name = [
      task.kind,
      task.id.slice(-12),
      ...(output === first ? [] : [output.role, String(saved.length)]),
    ];
    const file = path.join(
      wanted ?? '.',
      `${name.join('-').replaceAll(/[^\w.-]/g, '_')}.${extensionOf(output)}`,
    );
    await save(shell, output, file, signal);
    saved.push(file);
  }
  return saved;
}

async function save(shell: Shell, output: Output, file: string, signal?: AbortSignal): Promise<void> {
  const extension = path.extname(file).slice(1).toLowerCase().replace('jpeg', 'jpg');
  const { url, sha256 = null, content_type: type } = output;
  await download(shell, url, file, { title: path.basename(file), sha256, ...(signal && { signal }) });
  const real = EXTENSIONS[type];
  if (extension !== '' && real !== undefined && real !== extension) shell.note(`${file} contains ${type}.`);
}

function extensionOf({ content_type: type }: Output): string {
  return EXTENSIONS[type] ?? 'bin';
}

async function isDirectory(name: string): Promise<boolean> {
  return (await stat(name).catch(() => undefined))?.isDirectory() ?? false;
}
