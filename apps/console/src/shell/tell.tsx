import { plural, t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import type { useRouter } from '@tanstack/react-router';
import type { TaskResponse } from '@atelier/client/api';
import type { Notify } from '../parts/ended-tasks.js';
import { PageLink } from '../parts/link.js';
import { titleOfKind } from '../parts/media-kinds.js';
import { notice } from '../parts/notice.js';

/** More that end at once share a note. */
const NOTES_MAX = 3;
const SHOWN_MS = 8_000;
const COLORS: Record<string, string> = { succeeded: 'green', failed: 'red' };

/** Tells of tasks that have ended: here, or outside of the window while it is hidden. */
export function tell(
  tasks: readonly TaskResponse[],
  {
    notify: { toast, browser },
    isHidden,
    router,
  }: { notify: Notify; isHidden: boolean; router: ReturnType<typeof useRouter> },
): void {
  const notes = tasks.length > NOTES_MAX ? [] : tasks.map((task) => ({ ...task, text: endOf(task) }));
  const all =
    tasks.length > NOTES_MAX
      ? plural(tasks.length, { one: '# task has ended', other: '# tasks have ended' })
      : undefined;
  if (isHidden && browser) {
    for (const { id, text } of notes)
      notice(text, id, () => void router.navigate({ to: `/studio/tasks/${id}` }));
    if (all) notice(all, 'tasks', () => void router.navigate({ to: '/studio/tasks' }));
  }
  if (isHidden || !toast) return;
  for (const { id, text, status } of notes)
    notifications.show({
      id,
      title: text,
      message: <PageLink to="/studio/tasks/$id" params={{ id }}>{t`Open the task`}</PageLink>,
      color: COLORS[status] ?? 'gray',
      autoClose: SHOWN_MS,
    });
  if (all)
    notifications.show({
      title: all,
      message: <PageLink to="/studio/tasks">{t`Open the list`}</PageLink>,
      autoClose: SHOWN_MS,
    });
}

function endOf({ kind, status }: TaskResponse): string {
  const title = titleOfKind(kind);
  if (status === 'succeeded') return t`“${title}” is ready`;
  return status === 'failed' ? t`“${title}” failed` : t`“${title}” was canceled`;
}
