import type { LinkedOutput, Task, TaskKind, TaskStatus } from '#libs/media/work';

/** The kinds of music tasks. */
export const MUSIC_KINDS = ['music-from-text', 'music-from-video'] as const;
/** One of `MUSIC_KINDS`. */
export type MusicKind = (typeof MUSIC_KINDS)[number];

/** What the paths of all music endpoints begin with. */
export const MUSIC_BASE = 'proxy/musprov';
/** Where tasks of a kind are started, below `MUSIC_BASE`. */
export const MUSIC_PATHS: Readonly<Record<MusicKind, string>> = {
  'music-from-text': 't2m/generate',
  'music-from-video': 'v2m/generate',
};

/** Whether the task is one of this module's. */
export function isMusic(task: Pick<Task, 'kind'>): boolean {
  return MUSIC_KINDS.some((kind) => kind === task.kind);
}

/** The area has no word of its own for what is only not known. */
function nativeStatus(status: TaskStatus): string {
  return status === 'uncertain' ? 'processing' : status;
}

/** The kinds as the tasks module wants them. */
export function musicTaskKinds(): TaskKind[] {
  return MUSIC_KINDS.map((name) => ({
    name,
    nativeStatus,
    notification: (task: Task, outputs: readonly LinkedOutput[]) => ({
      task_id: task.id,
      status: nativeStatus(task.status),
      outputs: outputs.map(({ role, url }) => ({ role, url })),
    }),
  }));
}
