import { Settings } from '#libs/platform/config';

export class NodesSettings extends Settings {
  readonly downloadFlushMs = this.env.int('DOWNLOAD_FLUSH_MS', {
    min: 100,
    max: 60_000,
    default: 3_000,
    description: 'Pause between two writes of the download counters, in milliseconds.',
  });
}
