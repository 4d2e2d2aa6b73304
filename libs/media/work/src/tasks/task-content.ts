import { propertiesOf } from '#libs/platform/database';
import type { Task } from './task.entity.js';
import type { OutputFile } from './task-kinds.js';

/** A task together with the files that its outputs name, and the length of both as text. */
export type TaskContent = { task: Task; files: readonly OutputFile[]; chars: number };

/** Times of a task that may be absent. */
const LATER_TIMES = ['startedAt', 'finishedAt', 'expiresAt', 'expiredAt'] as const;

type TimesAsText = { createdAt: string } & Record<(typeof LATER_TIMES)[number], string | null>;

/** Reads what `TasksRepository.listUnlessKnown` has the database write as JSON. */
export function contentOf(text: string): TaskContent {
  const { task: row, files } = JSON.parse(text) as { task: Record<string, unknown>; files: OutputFile[] };
  const task = propertiesOf<Omit<Task, keyof TimesAsText> & TimesAsText>(row);
  const later = LATER_TIMES.map((name) => [name, task[name] === null ? null : new Date(task[name])]);
  const times = Object.fromEntries(later) as Record<(typeof LATER_TIMES)[number], Date | null>;
  return { task: { ...task, ...times, createdAt: new Date(task.createdAt) }, files, chars: text.length };
}
