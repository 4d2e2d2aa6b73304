import { Settings } from '#libs/platform/config';

export class NodeReportsSettings extends Settings {
  readonly quarantineWeight = this.env.int('REGISTRY_QUARANTINE_REPORTS', {
    min: 0,
    max: 1_000,
    default: 5,
    description:
      'Weight of open reports of malware or impersonation that hides a node until an admin has checked it; 0: only admins do. A user counts 1, a trusted reporter 3, an account of the last 7 days 0.',
  });
}
