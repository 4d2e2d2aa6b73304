import { randomFrom } from '../../image/index.js';
import { SAMPLE_RATE, silence, type StereoSound } from './stereo-sound.js';

/** Air rushing past from one side to the other: accents a change of picture. */
export function whoosh(seconds: number, seed: number): StereoSound {
  const random = randomFrom(seed);
  const sound = silence(seconds);
  const towardsRight = random() < 0.5;
  let low = 0;
  let band = 0;
  for (let i = 0; i < sound.length; i += 2) {
    const along = i / sound.length;
    const swell = Math.sin(Math.PI * along) ** 2;
    // A state-variable filter whose centre rises and falls with the swell.
    const step = 2 * Math.sin((Math.PI * (220 + 1500 * swell)) / SAMPLE_RATE);
    low += step * band;
    band += step * (random() * 2 - 1 - low - 0.5 * band);
    const pan = towardsRight ? along : 1 - along;
    sound[i] = 0.5 * swell * band * (1 - pan);
    sound[i + 1] = 0.5 * swell * band * pan;
  }
  return sound;
}
