import { Settings } from '#libs/platform/config';
import { type AreaVendors, readVendors, STANDARD_SECRET, type UpstreamOptions } from '#libs/media/providers';
import { VIDEO_KINDS } from './video-kinds.js';
import { VIDEO_MODELS } from './video-models.js';

/** The video vendors; without any, the built-in engine makes the videos. */
export class VideoUpstreamSettings extends Settings {
  private readonly extendSends = this.env.oneOf('VIDPROV_EXTEND_SENDS', {
    values: ['both', 'url'],
    default: 'both',
    description:
      'What is sent to the vendor to extend a video: video_creation_id and video_url together, or video_url alone for vendors that look up every creation id. Only the URL matters; if the caller named no creation, the id is a placeholder.',
  });

  private readonly takesCallbacks = this.env.flag('VIDPROV_CALLBACKS', {
    default: false,
    description:
      'Whether the vendor gets an address to call when a task changes; it must be able to reach the public address of the service. Tasks are polled regardless.',
  });

  private readonly callbackSecret = this.env.optionalSecret('VIDPROV_CALLBACK_SECRET', {
    description:
      'Secret with which the vendor signs its calls: `whsec_…` of Standard Webhooks, or any text with VIDPROV_CALLBACK_SIGNATURE_HEADER. Without it the signed address is the only proof.',
  });

  private readonly signatureHeader = this.env.optionalText('VIDPROV_CALLBACK_SIGNATURE_HEADER', {
    pattern: /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
    rule: 'name of a header',
    description:
      'Header with an HMAC-SHA256 of the body of the vendor’s calls; absent for Standard Webhooks.',
  });

  /** Paths are configured by the kinds of tasks. */
  readonly vendors = this.completed(
    readVendors(this.env, {
      ...{ area: 'video', prefix: 'VIDPROV' },
      ...{ kinds: VIDEO_KINDS, models: VIDEO_MODELS },
    }),
  );

  private completed(vendors: AreaVendors): AreaVendors {
    return { ...vendors, ofSettings: vendors.ofSettings && { ...vendors.ofSettings, ...this.own() } };
  }

  private own(): Pick<UpstreamOptions, 'callbacks' | 'extendSends'> {
    const { takesCallbacks: isOn, callbackSecret: secret, signatureHeader, extendSends } = this;
    if (secret && signatureHeader === undefined && !STANDARD_SECRET.test(secret.reveal()))
      this.env.report(
        'VIDPROV_CALLBACK_SECRET',
        'must be a secret of Standard Webhooks where no header is named',
      );
    return { callbacks: { isOn, secret, signatureHeader }, extendSends };
  }
}
