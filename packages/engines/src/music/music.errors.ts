/** The request cannot become a piece of music, for example a length outside 1–360 seconds. */
export class MusicPlanInvalid extends Error {
  override readonly name = 'MusicPlanInvalid';
}

/** The composer or a voice failed, or its thread died (out of memory, for example). The engine lives on. */
export class MusicRenderFailed extends Error {
  override readonly name = 'MusicRenderFailed';
}
