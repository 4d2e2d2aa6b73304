import { MusicEngine, planMusic } from '#libs/engines/music';
import { SAMPLE_RATE, type StereoSound } from './stereo-sound.js';

/**
 * A piece that fits the prompt's words, exactly as long as the video, with its changes on the accents.
 *
 * @param accents Moments in seconds, rising.
 */
export async function backgroundMusic(
  prompt: string,
  seconds: number,
  accents: number[],
  seed: number,
): Promise<StereoSound> {
  const engine = new MusicEngine({ threads: 1 });
  try {
    const plan = planMusic({ prompt, seed, video: { durationSeconds: seconds, cuts: accents } });
    const { left, right } = await engine.renderPcm(plan, { sampleRate: SAMPLE_RATE });
    const sound = new Float32Array(left.length * 2);
    for (let i = 0; i < left.length; i++) {
      sound[i * 2] = left[i]!;
      sound[i * 2 + 1] = right[i]!;
    }
    return sound;
  } finally {
    await engine.close();
  }
}
