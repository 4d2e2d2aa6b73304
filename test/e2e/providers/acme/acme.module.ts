import { Module } from '@nestjs/common';
import { RunImageTaskJob } from '#libs/media/image-proxy';
import { Settings } from '#libs/platform/config';
import {
  type MediaProvider,
  type MediaProviderGroup,
  type PlacedOrder,
  ProviderOf,
  ProvidersModule,
  readUpstreamOptions,
  VendorAdapter,
  type VendorCall,
  VendorProviders,
  type VendorReply,
  type VendorTaskState,
  type VendorWork,
} from '#libs/media/providers';
import { TasksModule } from '#libs/media/work';

class AcmeSettings extends Settings {
  readonly upstream = readUpstreamOptions(this.env, 'ACME');
}

/** The vendor's own words: a job has a `ticket`, and is `busy` until there is a `picture`. */
class AcmeAdapter extends VendorAdapter {
  static readonly facts = { name: 'acme' };
  static readonly kinds = ['image-relight'];

  order({ fields }: VendorWork): VendorCall {
    return { path: '/jobs', json: { text: fields.prompt } };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: (json as { ticket: string }).ticket };
  }

  override status(ticket: string): VendorCall {
    return { path: `/jobs/${ticket}` };
  }

  override readState({ json }: VendorReply): VendorTaskState {
    const { picture } = json as { picture?: string };
    return picture === undefined
      ? { kind: 'running' }
      : { kind: 'succeeded', files: [{ role: 'image', url: picture }] };
  }

  override cancel(ticket: string): VendorCall {
    return { path: `/jobs/${ticket}/stop`, json: {} };
  }

  refusalOf(): undefined {
    return undefined;
  }
}

/** A second vendor for images, which only relights. */
@ProviderOf('image-relight')
class AcmeVendors implements MediaProviderGroup {
  readonly members: () => readonly MediaProvider[];

  constructor({ upstream }: AcmeSettings, vendors: VendorProviders) {
    const area = {
      kinds: ['image-relight'],
      job: RunImageTaskJob,
      concurrency: 2,
      maxFileBytes: 1024 * 1024,
      estimateSeconds: () => 7,
      identify: async () => 'image/png',
      split: ({ request: { image, ...fields } }: { request: Record<string, unknown> }) => ({
        fields,
        inputs: { image: String(image) },
      }),
    };
    const acme = upstream && { ...upstream, provider: 'acme' };
    const members = acme ? vendors.of([acme], area, AcmeAdapter) : [];
    this.members = () => members;
  }
}

@Module({
  imports: [TasksModule, ProvidersModule],
  providers: [AcmeSettings, AcmeVendors],
})
export class AcmeModule {}
