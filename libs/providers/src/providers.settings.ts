import { Settings } from '#libs/platform/config';

/** Who works on new tasks. */
export class ProvidersSettings extends Settings {
  readonly preferred = this.env.list('PREFERRED_PROVIDERS', {
    description:
      'Names of the providers that take new tasks before others, the first one first; needed where two vendors are configured for the same work. By default a vendor (`upstream`) comes before the local engine (`local`).',
  });
}
