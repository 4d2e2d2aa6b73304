/** Samples per second of everything this engine makes. */
export const SAMPLE_RATE = 48_000;

/** Interleaved left and right samples, -1 to 1, at `SAMPLE_RATE`. */
export type StereoSound = Float32Array<ArrayBuffer>;

export function silence(seconds: number): StereoSound {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE) * 2);
}

export function peakOf(sound: StereoSound): number {
  let peak = 0;
  for (const sample of sound) if (Math.abs(sample) > peak) peak = Math.abs(sample);
  return peak;
}

/** Adds `part` to `sound` in place from a moment on, with a gain. What lies beyond the end is dropped. */
export function addTo(sound: StereoSound, part: StereoSound, gain = 1, fromSeconds = 0): void {
  const offset = Math.round(fromSeconds * SAMPLE_RATE) * 2;
  const count = Math.min(part.length, sound.length - offset);
  for (let i = 0; i < count; i++) sound[offset + i]! += part[i]! * gain;
}

/** Scales to a peak in place; silence stays silence. */
export function normalise(sound: StereoSound, peak: number): StereoSound {
  const loudest = peakOf(sound);
  if (loudest > 1e-6) for (let i = 0; i < sound.length; i++) sound[i] = (sound[i]! * peak) / loudest;
  return sound;
}

/** Rises from and falls to silence at the ends, in place. */
export function fadeEnds(sound: StereoSound, inSeconds: number, outSeconds: number): StereoSound {
  const frames = sound.length / 2;
  const rise = Math.min(frames, Math.round(inSeconds * SAMPLE_RATE));
  const fall = Math.min(frames, Math.round(outSeconds * SAMPLE_RATE));
  for (let i = 0; i < frames; i++) {
    const gain = Math.min(1, (i + 1) / (rise + 1), (frames - i) / (fall + 1));
    sound[i * 2]! *= gain;
    sound[i * 2 + 1]! *= gain;
  }
  return sound;
}
