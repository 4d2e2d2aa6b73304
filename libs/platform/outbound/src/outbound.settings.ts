import { Settings } from '#libs/platform/config';

/** Where the service may call to. */
export class OutboundSettings extends Settings {
  readonly allowPrivateNetworks = this.env.flag('ALLOW_PRIVATE_NETWORKS', {
    default: false,
    description: 'Lets URLs that callers give reach private addresses. For tests and trials only.',
  });
}
