import { Settings } from '#libs/platform/config';

/** How long links to files work, and how much callers may store. */
export class AssetsSettings extends Settings {
  readonly linkSeconds = this.env.int('EXPIRES', {
    min: 60,
    max: 31_536_000,
    default: 604_800,
    description:
      'How long a signed link to an output works, in seconds. It may expire up to a minute earlier, so that replies stay the same for a while. Each look-up of the task gives a fresh link.',
  });

  readonly mbPerUser = this.storedMb(
    'STORED_MB_PER_USER',
    20_480,
    'Megabytes of uploads and inputs that one user may have stored at a time; 0 for no limit.',
  );

  readonly mbPerAddress = this.storedMb(
    'STORED_MB_PER_ADDRESS',
    512,
    'Megabytes of inputs that one address may have stored at a time without a token; 0 for no limit.',
  );

  readonly mbAnonymous = this.storedMb(
    'STORED_MB_ANONYMOUS',
    8_192,
    'Megabytes of inputs that all callers without a token together may have stored at a time; 0 for no limit.',
  );

  private storedMb(name: string, fallback: number, description: string): number {
    return this.env.int(name, { min: 0, max: 1_000_000_000, default: fallback, description });
  }
}
