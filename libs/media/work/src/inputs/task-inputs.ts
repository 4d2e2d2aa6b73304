import { Injectable } from '@nestjs/common';
import { type Asset, AssetsService } from '#libs/media/assets';
import type { Task } from '../tasks/index.js';
import type { TaskInputResponse } from './dto/task-input.response.js';

const REFERENCE = /^asset:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Shows callers what their tasks were given. */
@Injectable()
export class TaskInputs {
  constructor(private readonly assets: AssetsService) {}

  /**
   * The files that the request names. A text that a caller wrote may look like a reference, too, and a link of another
   * user's was given for a time only: so none but files of the task or its user are shown.
   */
  async listOf(task: Task): Promise<TaskInputResponse[]> {
    const references = [...referencesIn(task.request)];
    const files = await this.assets.listByIds(references.map(({ id }) => id));
    const expiresAt = this.assets.linkExpiry();
    return references.flatMap(({ field, id }) => {
      const file = files.find((one) => one.id === id);
      if (!file || file.bytes === null || !isOf(task, file)) return [];
      const { contentType: content_type, bytes } = file;
      const url = this.assets.link(file, expiresAt);
      return [{ field, url, expires_at: expiresAt.toISOString(), content_type, bytes }];
    });
  }
}

function isOf(task: Task, { taskId, userId }: Asset): boolean {
  return taskId === task.id || (task.userId !== null && userId === task.userId);
}

function* referencesIn(value: unknown, field = ''): Generator<{ field: string; id: string }> {
  const id = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
  if (id !== undefined) yield { field, id };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const name = Array.isArray(value) ? `[${key}]` : field === '' ? key : `.${key}`;
    yield* referencesIn(part, field + name);
  }
}
