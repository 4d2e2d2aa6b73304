import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { TaskFile } from '#libs/tasks';

/** Source: completions §4. */
const DEFAULT_CONTENT_TYPE = 'audio/mpeg';

/** The audio of each stream of a task, joined into files. */
export class AudioFiles {
  private readonly files = new Map<number, { path: string; handle: FileHandle }>();
  /** Of all streams together. */
  bytes = 0;

  constructor(private readonly folder: () => Promise<string>) {}

  async add(streamIndex: number, bytes: Uint8Array): Promise<void> {
    const { handle } = this.files.get(streamIndex) ?? (await this.begin(streamIndex));
    await handle.writeFile(bytes);
    this.bytes += bytes.byteLength;
  }

  /** The files as outputs of the task, in the order of their streams. */
  async list(): Promise<TaskFile[]> {
    const inOrder = [...this.files].sort(([a], [b]) => a - b).map(([, file]) => file);
    return Promise.all(
      inOrder.map(async (file) => {
        const found = await fileTypeFromFile(file.path);
        const contentType = found?.mime.startsWith('audio/') ? found.mime : DEFAULT_CONTENT_TYPE;
        return { role: 'audio', content: { path: file.path }, contentType };
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.files.values()].map(({ handle }) => handle.close()));
  }

  private async begin(streamIndex: number): Promise<{ path: string; handle: FileHandle }> {
    const file = path.join(await this.folder(), `stream-${streamIndex}`);
    const begun = { path: file, handle: await open(file, 'wx') };
    this.files.set(streamIndex, begun);
    return begun;
  }
}
