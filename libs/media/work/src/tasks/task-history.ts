import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { Task, TaskEvent } from './task.entity.js';
import { type HistoryPage, TaskHistoryRepository } from './task-history.repository.js';
import type { LinkedOutput } from './task-kinds.js';
import { isTerminal } from './task-status.js';
import { TasksService } from './tasks.service.js';
import { TaskStatusChanged } from './task.events.js';

/** Rebuilds past status changes, to send them again. */
@Injectable()
export class TaskHistory {
  constructor(
    private readonly history: TaskHistoryRepository,
    private readonly tasks: TasksService,
  ) {}

  /**
   * The status changes of a page of a user's tasks, those of a task in order, with valid links.
   * @returns Also the last task of the page; undefined when no page follows.
   */
  async changesOf(
    userId: string,
    page: HistoryPage,
  ): Promise<{ changes: TaskStatusChanged[]; lastTaskId: string | undefined }> {
    const tasks = await this.history.listTasks(NO_TRANSACTION, userId, page);
    const ids = tasks.map(({ id }) => id);
    const events = Map.groupBy(
      await this.history.listEvents(NO_TRANSACTION, ids, page),
      ({ taskId }) => taskId,
    );
    const outputs = await this.tasks.outputsOf(tasks);
    const changes = tasks.flatMap((task) =>
      (events.get(task.id) ?? []).map((event) => changeOf(task, event, outputs.get(task.id) ?? [])),
    );
    return { changes, lastTaskId: tasks.length < page.limit ? undefined : ids.at(-1) };
  }
}

/** The change as it was first published, as far as the task still shows it. */
function changeOf(task: Task, event: TaskEvent, outputs: readonly LinkedOutput[]): TaskStatusChanged {
  const { status } = event;
  if (isTerminal(status)) return new TaskStatusChanged(task, event, outputs);
  const hasBegun = status !== 'created' && status !== 'queued';
  const before = {
    outputs: [],
    details: {},
    errorCode: null,
    errorMessage: null,
    progress: 0,
    finishedAt: null,
  };
  return new TaskStatusChanged(
    { ...task, ...before, status, startedAt: hasBegun ? task.startedAt : null },
    event,
  );
}
