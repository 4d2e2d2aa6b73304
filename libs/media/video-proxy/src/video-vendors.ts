import { imageTypeOf, requestOf, type Task, videoTypeOf } from '#libs/media/work';
import {
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
  ProviderOf,
  type VendorArea,
  VendorProviders,
} from '#libs/media/providers';
import { FollowVideoTaskJob } from './jobs/follow-video-task.job.js';
import { VIDEO_KINDS } from './video-kinds.js';
import type { VideoGeneration } from './video-request.js';
import { VideoUpstreamSettings } from './video-upstream.settings.js';

/** Observed times of vendors: a start-up time, then some time for each second of video. */
const START_SECONDS = 30;
const SECONDS_PER_SECOND = 8;
/** Source: service.md, Limits. */
const OFF_PEAK_SECONDS = 48 * 60 * 60;

const VIDEOS: VendorArea = {
  kinds: VIDEO_KINDS,
  job: FollowVideoTaskJob,
  concurrency: 8,
  maxFileBytes: 1024 * 1024 * 1024,
  estimateSeconds: ({ durationSeconds = 0 }: MediaWork) =>
    START_SECONDS + SECONDS_PER_SECOND * durationSeconds,
  deadlineSeconds: (task) =>
    requestOf<Partial<VideoGeneration>>(task).off_peak === true ? OFF_PEAK_SECONDS : undefined,
  identify: async (path) => (await imageTypeOf(path)) ?? videoTypeOf(path),
  split: ({ request }: Task) => {
    const {
      images = [],
      wm_url: mark,
      source,
      ...fields
    } = request as {
      images?: string[];
      wm_url?: string;
      source?: string;
    };
    const pictures = Object.fromEntries(images.map((reference, at) => [`images[${at}]`, reference]));
    const others = {
      ...(mark === undefined ? {} : { wm_url: mark }),
      ...(source === undefined ? {} : { video: source }),
    };
    return { fields, inputs: { ...pictures, ...others } };
  },
};

/** The video vendors of this installation. */
@ProviderOf(...VIDEO_KINDS)
export class VideoVendors implements MediaProviderGroup {
  readonly members: () => readonly MediaProvider[];

  constructor({ vendors }: VideoUpstreamSettings, providers: VendorProviders) {
    this.members = providers.follow(vendors, VIDEOS);
  }
}
