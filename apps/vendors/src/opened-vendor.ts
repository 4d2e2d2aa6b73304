import { ImageUpstreamSettings } from '#libs/media/image-proxy';
import { ModelsSettings } from '#libs/media/models';
import { MusicUpstreamSettings } from '#libs/media/music-proxy';
import {
  adapterOf,
  isModelKind,
  openVendor,
  type UpstreamClient,
  type UpstreamOptions,
  upstreamsOf,
  type VendorAdapter,
} from '#libs/media/providers';
import { VideoUpstreamSettings } from '#libs/media/video-proxy';
import { type Environment, InvalidSettings } from '#libs/platform/config';
import { RecordingHttp } from './recording-http.js';

/** A vendor of the vendors file, and a client that keeps what is said. */
export type OpenedVendor = {
  options: UpstreamOptions;
  /** Those that have an endpoint of ours. */
  kinds: readonly string[];
  adapter: VendorAdapter;
  client: UpstreamClient;
  http: RecordingHttp;
};

/** @throws InvalidSettings with what is wrong in the file. */
export function openVendors(env: Environment): OpenedVendor[] {
  const areas = [ImageUpstreamSettings, VideoUpstreamSettings, MusicUpstreamSettings, ModelsSettings];
  const stated = areas.flatMap((settings) => upstreamsOf(new settings(env).vendors));
  if (env.problems.length > 0) throw new InvalidSettings(env.problems);
  // A vendor may be of several areas.
  const byName = new Map(stated.map((options) => [options.vendor, options]));
  return [...byName.values()].map((options) => {
    const type = adapterOf(options.adapter);
    if (!type) throw new Error(`There is no adapter ${options.adapter}`);
    const http = new RecordingHttp();
    const { adapter, client } = openVendor(http, options, type);
    const kinds = type.kinds.filter((kind) => !isModelKind(kind) && (options.offer.kinds?.has(kind) ?? true));
    return { options, kinds, adapter, client, http };
  });
}
