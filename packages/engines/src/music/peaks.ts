import type { Pcm } from './song-renderer.js';

/** Samples per peak: two MP3 frames, so that slices of whole frames give whole peaks. */
export const PEAK_SAMPLES = 2304;

/** The loudest sample of each `PEAK_SAMPLES`, 0 to 1 in hundredths: enough to draw the wave. */
export function peaksOf({ left, right }: Pcm): number[] {
  return Array.from({ length: Math.ceil(left.length / PEAK_SAMPLES) }, (_, index) => {
    const [from, to] = [index * PEAK_SAMPLES, (index + 1) * PEAK_SAMPLES];
    return hundredths(Math.max(loudest(left.subarray(from, to)), loudest(right.subarray(from, to))));
  });
}

function loudest(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

function hundredths(value: number): number {
  return Math.min(100, Math.round(value * 100)) / 100;
}
