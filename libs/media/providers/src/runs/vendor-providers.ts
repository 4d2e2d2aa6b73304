import { Injectable } from '@nestjs/common';
import { HttpSettings } from '#libs/platform/http';
import { checkCallerUrl, OutboundHttp } from '#libs/platform/outbound';
import { MediaInputs } from '#libs/media/work';
import { type AdapterClass, adapterOf } from '../adapters/index.js';
import type { VendorAdapter } from '../adapters/vendor-adapter.js';
import { VendorCallbacks } from '../callbacks/vendor-callbacks.js';
import { UpstreamClient } from '../upstream/upstream-client.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';
import { UpstreamTasks } from './upstream-tasks.js';
import { type VendorArea, VendorProvider, type VendorTools } from './vendor-provider.js';

/** One vendor of this process: what it speaks, and the calls to it. */
type Vendor = { client: UpstreamClient; adapter: VendorAdapter };

/** Makes the providers of an area's vendors. A vendor that works for several areas has one client. */
@Injectable()
export class VendorProviders {
  private readonly vendors = new Map<string, Vendor>();
  private readonly tools: VendorTools;

  constructor(
    private readonly http: OutboundHttp,
    tasks: UpstreamTasks,
    inputs: MediaInputs,
    callbacks: VendorCallbacks,
    { baseUrl }: HttpSettings,
  ) {
    const isPublic =
      baseUrl !== undefined && checkCallerUrl(baseUrl, { allowPrivateNetworks: false }) === undefined;
    this.tools = {
      tasks,
      inputs,
      isPublic,
      callbackUrl: (task, client) => callbacks.linkFor(task, client.options),
    };
  }

  /** @param type The adapter of all of them; by default each vendor's own. */
  of(upstreams: readonly UpstreamOptions[], area: VendorArea, type?: AdapterClass): VendorProvider[] {
    return upstreams.map((options) => {
      const own = type ?? adapterOf(options.adapter);
      if (!own) throw new Error(`There is no adapter ${options.adapter}`);
      const { client, adapter } = this.vendorOf(options, own);
      return new VendorProvider(client, adapter, own.kinds, area, this.tools);
    });
  }

  /** By its name in the settings or the vendors file. */
  find(name: string): Vendor | undefined {
    return this.vendors.get(name);
  }

  private vendorOf(options: UpstreamOptions, type: AdapterClass): Vendor {
    const known = this.vendors.get(options.vendor);
    if (known) return known;
    const adapter = new type(options);
    const client = new UpstreamClient(this.http, options, {
      authValue: type.facts.authValue,
      refusalOf: (status, body) => adapter.refusalOf(status, body),
      isSigned: adapter.isSigned && (async (request, send) => adapter.isSigned?.(request, send) ?? false),
    });
    const vendor = { client, adapter };
    this.vendors.set(options.vendor, vendor);
    return vendor;
  }
}
