import { Settings } from '#libs/platform/config';
import { readVendors } from '#libs/media/providers';
import { MUSIC_KINDS } from '../music-kinds.js';

/** The music vendors; without one the built-in engine makes the music. */
export class MusicUpstreamSettings extends Settings {
  /** Their paths are called as the kinds of tasks: `music-from-text`, `music-from-video`. */
  readonly upstreams = readVendors(this.env, { area: 'music', prefix: 'MUSPROV', kinds: MUSIC_KINDS });

  private readonly idleSeconds = this.env.int('MUSPROV_IDLE_SECONDS', {
    min: 1,
    max: 600,
    default: 60,
    description:
      'Longest wait for the first, and between two parts, of the music vendor’s answer, in seconds.',
  });

  readonly refusalWaitMs = this.env.int('MUSPROV_REFUSAL_WAIT_MS', {
    min: 0,
    max: 10_000,
    default: 200,
    description:
      'How long a reply is held back for the music vendor’s first word, so that its refusal can be an ordinary HTTP error, in milliseconds.',
  });

  get idleMs(): number {
    return this.idleSeconds * 1_000;
  }
}
