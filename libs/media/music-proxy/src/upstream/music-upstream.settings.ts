import { Settings } from '#libs/platform/config';
import { readVendors } from '#libs/media/providers';
import { MUSIC_KINDS } from '../music-kinds.js';

/** The music vendors; without any, the built-in engine makes the music. */
export class MusicUpstreamSettings extends Settings {
  /** Paths are configured by the kinds of tasks: `music-from-text`, `music-from-video`. */
  readonly vendors = readVendors(this.env, { area: 'music', prefix: 'MUSPROV', kinds: MUSIC_KINDS });

  private readonly idleSeconds = this.env.int('MUSPROV_IDLE_SECONDS', {
    min: 1,
    max: 600,
    default: 60,
    description:
      'Longest wait for the first part of the music vendor’s answer, and between two parts, in seconds.',
  });

  readonly refusalWaitMs = this.env.int('MUSPROV_REFUSAL_WAIT_MS', {
    min: 0,
    max: 10_000,
    default: 200,
    description:
      'How long a reply waits for the music vendor’s first line, in milliseconds. A refusal in this time becomes an ordinary HTTP error.',
  });

  get idleMs(): number {
    return this.idleSeconds * 1_000;
  }
}
