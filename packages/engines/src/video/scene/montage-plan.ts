/** One stretch of a montage. */
export type MontageShot = {
  picture: number;
  /** Seen nearer, as the picture was shown whole before. */
  isCloseUp: boolean;
  fromSeconds: number;
  toSeconds: number;
};

/** Beats a minute at an even pace, and how far the pace changes them. */
const EVEN_TEMPO = 100;
const SLOWEST_TEMPO = 76;
const FASTEST_TEMPO = 128;
/** Shots of these lengths beside each other have a rhythm; equal ones tick. */
const LENGTHS = [1.2, 0.85, 1, 0.75, 1.1, 0.85, 1.2];
/** Shorter shots cannot be distinguished. */
const SHORTEST_SECONDS = 0.5;
/** Where all shots would be longer than this, pictures come back as close-ups. */
const LONG_BEATS = 5;

/**
 * When each picture is shown: in order, for varied lengths, with cuts on a steady beat. Pictures that would be seen for long
 * come back a second time, closer.
 *
 * @param pace 1 is even.
 */
export function planMontage(pictures: number, seconds: number, pace: number): MontageShot[] {
  const beat = 60 / Math.max(SLOWEST_TEMPO, Math.min(FASTEST_TEMPO, EVEN_TEMPO * pace));
  const comesBack = pictures > 1 && seconds / pictures > LONG_BEATS * beat;
  const count = comesBack ? 2 * pictures : pictures;
  const cuts = cutsOf(count, seconds, beat);
  return Array.from({ length: count }, (_, i) => ({
    picture: i % pictures,
    isCloseUp: i >= pictures,
    fromSeconds: cuts[i - 1] ?? 0,
    toSeconds: cuts[i] ?? seconds,
  }));
}

/** The moments between shots. */
function cutsOf(count: number, seconds: number, beat: number): number[] {
  const mean = seconds / count;
  const even = Array.from({ length: count - 1 }, (_, i) => (i + 1) * mean);
  // Too short for a rhythm: an even one is all there is time for.
  if (mean < 2 * SHORTEST_SECONDS) return even;
  const unit = mean < 2.5 * beat ? beat / 2 : beat;
  const lengths = even.concat(0).map((_, i) => LENGTHS[i % LENGTHS.length]!);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let along = 0;
  return even.map((_, i) => {
    along += (lengths[i]! * seconds) / whole;
    return Math.round(along / unit) * unit;
  });
}
