import { Settings } from '#libs/platform/config';

export class SnapshotSettings extends Settings {
  readonly isWritten = this.env.flag('REGISTRY_SNAPSHOT', {
    default: true,
    description: 'Whether a signed snapshot of the registry is written every night, for mirrors.',
  });
}
