/** The request cannot become a piece of music, for example a length outside 1–360 seconds. */
export class MusicPlanInvalid extends Error {
  override readonly name = 'MusicPlanInvalid';
  readonly code = 'music_plan_invalid';
}

/** The composer or a voice failed while the piece was being rendered; the thread itself lives on. */
export class MusicRenderFailed extends Error {
  override readonly name = 'MusicRenderFailed';
  readonly code = 'music_render_failed';
}

/** The rendering thread died (out of memory, for example). The piece is lost, the engine starts a new thread. */
export class MusicWorkerCrashed extends Error {
  override readonly name = 'MusicWorkerCrashed';
  readonly code = 'music_worker_crashed';
}
