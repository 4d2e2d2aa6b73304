import { TRUE_PEAK_DELAY, TruePeakDetector } from '../master/true-peak.js';

/** Highest level of a whole channel, between samples included, as a linear value. */
export function truePeakOf(samples: Float32Array): number {
  const detector = new TruePeakDetector(0);
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, detector.push(sample));
  for (let tail = 0; tail < 2 * TRUE_PEAK_DELAY; tail++) peak = Math.max(peak, detector.push(0));
  return peak;
}
