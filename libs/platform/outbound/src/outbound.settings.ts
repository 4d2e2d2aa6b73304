import { Settings } from '#libs/platform/config';

export class OutboundSettings extends Settings {
  readonly allowPrivateNetworks = this.env.flag('ALLOW_PRIVATE_NETWORKS', {
    default: false,
    description: 'Allows private addresses in URLs from callers. For tests and trials only.',
  });
}
