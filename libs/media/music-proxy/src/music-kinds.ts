import type { LinkedOutput, Task, TaskKind, TaskStatus } from '#libs/media/work';

export const MUSIC_KINDS = ['music-from-text', 'music-from-video'] as const;
export type MusicKind = (typeof MUSIC_KINDS)[number];

/** Source: completions §4. */
export const DEFAULT_AUDIO_TYPE = 'audio/mpeg';

export const MUSIC_BASE = 'proxy/musprov';
/** Where tasks of a kind are started, relative to `MUSIC_BASE`. */
export const MUSIC_PATHS: Readonly<Record<MusicKind, string>> = {
  'music-from-text': 't2m/generate',
  'music-from-video': 'v2m/generate',
};

export function isMusic(task: Pick<Task, 'kind'>): boolean {
  return MUSIC_KINDS.some((kind) => kind === task.kind);
}

/** The music endpoints have no status for an unknown outcome. */
function nativeStatus(status: TaskStatus): string {
  return status === 'uncertain' ? 'processing' : status;
}

export function musicTaskKinds(): TaskKind[] {
  return MUSIC_KINDS.map((name) => ({
    name,
    isAudible: true,
    nativeStatus,
    notification: (task: Task, outputs: readonly LinkedOutput[]) => ({
      task_id: task.id,
      status: nativeStatus(task.status),
      outputs: outputs.map(({ role, url }) => ({ role, url })),
    }),
  }));
}
