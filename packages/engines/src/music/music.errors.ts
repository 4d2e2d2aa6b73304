/** The request cannot become a piece of music, for example a length outside 1–360 seconds. */
export class MusicPlanInvalid extends Error {
  override readonly name = 'MusicPlanInvalid';
}

/** The composer or a voice failed, or its thread died, for example out of memory. The engine stays usable. */
export class MusicRenderFailed extends Error {
  override readonly name = 'MusicRenderFailed';
}
