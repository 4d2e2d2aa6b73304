/** Indexes that the format of service.md asks for; a task makes one copy of one prompt. */
export type StreamPlace = { copy_index: number; prompt_index: number; stream_index: number };

export const FIRST_PLACE: StreamPlace = { copy_index: 0, prompt_index: 0, stream_index: 0 };

/**
 * One event of a music stream, before its `seq`, in the order of a stream. `task` (0) commits with the task's row.
 * The provider adds the next ones; `titles` is for videos only. `complete` or `error` commits with the end of the
 * task.
 * Shapes: service.md, Music stream event, and completions §4.
 */
export type MusicEvent =
  | { type: 'task'; task_id: string }
  | { type: 'duration'; duration_sec: number }
  | ({ type: 'titles'; titles: string[]; display_tags: string[] } & StreamPlace)
  | ({ type: 'title'; title: string; display_tags: string[] } & StreamPlace)
  /** `data` is Base64 of at most 64 KiB; `peaks` is present when the provider knows them. */
  | { type: 'audio_chunk'; stream_index: number; data: string; peaks?: number[] }
  | { type: 'cost'; credits: number }
  | { type: 'complete' }
  | { type: 'error'; code: string; message: string };

/** Whether an event of this type ends the stream. */
export function isLastEvent(type: string): boolean {
  return type === 'complete' || type === 'error';
}
