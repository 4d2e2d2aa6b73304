import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cancelTask, type TaskResponse } from '@atelier/client/api';
import { titleOfKind } from './media-kinds.js';
import { SelectionAct } from './selection-act.js';
import { isLive } from './task-statuses.js';

type Task = Pick<TaskResponse, 'id' | 'kind' | 'status'>;

/** Stops those of the selected tasks that have not ended. */
export function CancelTasks({
  tasks,
  onDone,
  children,
}: {
  tasks: readonly Task[];
  onDone: () => unknown;
  children: string;
}): ReactNode {
  const live = tasks.filter(({ status }) => isLive(status));
  if (live.length === 0) return null;
  return (
    <SelectionAct
      size="xs"
      label={t`Cancel ${live.length}`}
      title={live.length === 1 ? t`Cancel this task?` : t`Cancel these ${live.length} tasks?`}
      confirm={t`Stop the work`}
      rows={live}
      nameOf={nameOfTask}
      act={({ id }) => cancelTask({ path: { id }, throwOnError: true })}
      done={t`The work was stopped.`}
      onDone={onDone}
    >
      {children}
    </SelectionAct>
  );
}

/** What a task is called where its act was refused. */
export function nameOfTask({ kind, id }: Pick<Task, 'id' | 'kind'>): string {
  return `${titleOfKind(kind)} ${id}`;
}
