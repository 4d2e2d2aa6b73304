/** How a picture is drawn. Lengths are shares of its longer side, so that a large picture is drawn as a small one. */
export type CartoonLook = {
  /** Over which even tones run together. */
  readonly reach: number;
  /** Sum of the channels' steps (0–1 each) that stays an outline. */
  readonly contrast: number;
  /** Of the lines. */
  readonly lineWidth: number;
  /** Contrast, as a share of the brightness around, at which a line begins. */
  readonly lineFrom: number;
  /** Darkness of the lines, 0–1. */
  readonly ink: number;
};

/** Flat cels in thin lines. */
export const ANIME: CartoonLook = {
  reach: 0.022,
  contrast: 0.36,
  lineWidth: 0.0014,
  lineFrom: 0.02,
  ink: 0.85,
};
