import { Injectable } from '@nestjs/common';
import { HttpSettings } from '#libs/platform/http';
import { checkCallerUrl, OutboundHttp } from '#libs/platform/outbound';
import { MediaInputs } from '#libs/media/work';
import { type AdapterClass, adapterOf } from '../adapters/index.js';
import type { VendorAdapter } from '../adapters/vendor-adapter.js';
import { VendorCallbacks } from '../callbacks/vendor-callbacks.js';
import { UpstreamClient } from '../upstream/upstream-client.js';
import { isSameVendor, type UpstreamOptions } from '../terms/upstream-options.js';
import { type AreaOfVendors, type AreaVendors, upstreamsOf } from '../vendors/read-vendors.js';
import type { MediaProvider } from '../choice/media-provider.js';
import { UpstreamTasks } from './upstream-tasks.js';
import { type VendorArea, VendorProvider, type VendorTools } from './vendor-provider.js';

/** One vendor of this process: what it speaks, and the calls to it. */
type Vendor = { client: UpstreamClient; adapter: VendorAdapter };

export function openVendor(http: OutboundHttp, options: UpstreamOptions, type: AdapterClass): Vendor {
  const adapter = new type(options);
  const client = new UpstreamClient(http, options, {
    authValue: type.facts.authValue,
    refusalOf: (status, body) => adapter.refusalOf(status, body),
    isSigned: adapter.isSigned && (async (request, send) => adapter.isSigned?.(request, send) ?? false),
  });
  return { client, adapter };
}

/** An area whose vendors follow the vendors file. */
type FollowedArea = {
  vendors: AreaVendors;
  make(upstreams: readonly UpstreamOptions[]): MediaProvider[];
  members: readonly MediaProvider[];
};

/** Makes the providers of an area's vendors. A vendor that works for several areas has one client. */
@Injectable()
export class VendorProviders {
  private vendors = new Map<string, Vendor>();
  /** Before the vendors file changed. */
  private former: ReadonlyMap<string, Vendor> = new Map();
  private readonly areas: FollowedArea[] = [];
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

  /**
   * The providers of an area's vendors, as they are at each call: those of the vendors file follow it.
   * @param wrap Makes the provider of the area from that of the vendor.
   */
  follow(
    vendors: AreaVendors,
    area: VendorArea,
    wrap: (vendor: VendorProvider) => MediaProvider = (vendor) => vendor,
  ): () => readonly MediaProvider[] {
    const make = (upstreams: readonly UpstreamOptions[]): MediaProvider[] =>
      this.of(upstreams, area).map((vendor) => wrap(vendor));
    const followed = { vendors, make, members: make(upstreamsOf(vendors)) };
    this.areas.push(followed);
    return () => followed.members;
  }

  get followedAreas(): AreaOfVendors[] {
    return this.areas.map(({ vendors }) => vendors.area);
  }

  /** Those of the vendors file. */
  get ofFile(): UpstreamOptions[] {
    return [...this.vendors.values()]
      .map(({ client }) => client.options)
      .filter(({ offer }) => offer.isRanked);
  }

  /**
   * Replaces the vendors of the vendors file. One that has not changed keeps its calls, circuit and keys.
   * @param ofFile For each of `followedAreas`.
   * @returns The names of those that are not as before.
   */
  replace(ofFile: readonly (readonly UpstreamOptions[])[]): string[] {
    this.former = this.vendors;
    this.vendors = new Map([...this.former].filter(([, { client }]) => !client.options.offer.isRanked));
    for (const [at, followed] of this.areas.entries()) {
      const { ofSettings } = followed.vendors;
      followed.members = followed.make(upstreamsOf({ ofSettings, ofFile: ofFile[at] ?? [] }));
    }
    const names = new Set([...this.former.keys(), ...this.vendors.keys()]);
    return [...names].filter((name) => this.former.get(name) !== this.vendors.get(name));
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
    const former = this.former.get(options.vendor);
    const vendor =
      former && isSameVendor(former.client.options, options) ? former : openVendor(this.http, options, type);
    this.vendors.set(options.vendor, vendor);
    return vendor;
  }
}
