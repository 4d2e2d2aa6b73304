import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/platform/config';
import type { FileChange, FileTrial } from '#libs/media/work';
import { isSameVendor, type UpstreamOptions } from '../terms/upstream-options.js';
import { readVendorsText, vendorsOfArea } from '../vendors/read-vendors.js';
import { VendorProviders } from './vendor-providers.js';

/** Tells what a text would change if it were the vendors file. */
@Injectable()
export class VendorsTrial {
  constructor(
    private readonly env: Environment,
    private readonly vendors: VendorProviders,
  ) {}

  read(text: string): FileTrial {
    const env = this.env.again();
    const reading = readVendorsText(env, text);
    const after = byName(this.vendors.followedAreas.flatMap((area) => vendorsOfArea(env, area, reading)));
    if (env.problems.length > 0) return { problems: env.problems, changes: [] };
    const before = byName(this.vendors.ofFile);
    const names = [...new Set([...before.keys(), ...after.keys()])].sort();
    const changes = names.flatMap((name) => changeOf(name, before.get(name), after.get(name)));
    return { problems: [], changes };
  }
}

function byName(vendors: readonly UpstreamOptions[]): Map<string, UpstreamOptions> {
  return new Map(vendors.map((options) => [options.vendor, options]));
}

function changeOf(name: string, before?: UpstreamOptions, after?: UpstreamOptions): FileChange[] {
  if (before && after && isSameVendor(before, after)) return [];
  return [{ name, before: before ? described(before) : null, after: after ? described(after) : null }];
}

/** Without keys: `replicate at https://api.replicate.com, 2 keys, {"priority":1}`. */
function described({ adapter, baseUrl, apiKeys, offer }: UpstreamOptions): string {
  return `${adapter} at ${baseUrl}, ${apiKeys.length} ${apiKeys.length === 1 ? 'key' : 'keys'}, ${JSON.stringify(offer)}`;
}
