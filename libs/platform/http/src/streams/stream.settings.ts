import { Settings } from '#libs/platform/config';

const MOST = 1_000_000;

/** How many streams of events and of music may be open at once. */
export class StreamSettings extends Settings {
  readonly perUser = this.limit(
    'STREAMS_PER_USER',
    100,
    'Event and music streams that one user may have open at once with a process.',
  );

  readonly perAddress = this.limit('STREAMS_PER_ADDRESS', 20, 'The same without a token, for each address.');

  readonly perProcess = this.limit('STREAMS_PER_PROCESS', 10_000, 'The same for all callers together.');

  private limit(name: string, fallback: number, description: string): number {
    return this.env.int(name, { min: 1, max: MOST, default: fallback, description });
  }
}
