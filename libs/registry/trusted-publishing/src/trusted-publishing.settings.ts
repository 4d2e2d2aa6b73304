import { Settings } from '#libs/platform/config';
import { ISSUERS_RULE, readIssuers, type TrustedIssuer } from './issuers/trusted-issuers.js';

export class TrustedPublishingSettings extends Settings {
  readonly issuers: readonly TrustedIssuer[];

  constructor(...parameters: ConstructorParameters<typeof Settings>) {
    super(...parameters);
    const text = this.env.text('TRUSTED_ISSUERS', {
      default: 'github,gitlab',
      rule: ISSUERS_RULE,
      description:
        'Issuers whose CI tokens may be exchanged to publish. `github` and `gitlab` are github.com and gitlab.com; `gitlab=https://gitlab.example.com` or `forgejo=https://code.example.com/api/actions` is an own one.',
    });
    const issuers = readIssuers(text);
    if (!issuers) this.env.report('TRUSTED_ISSUERS', `must be a ${ISSUERS_RULE}`);
    this.issuers = issuers ?? [];
  }
}
