import { audioTypeOf, imageTypeOf, requestOf, type Task, videoTypeOf } from '#libs/media/work';
import {
  type MediaProvider,
  type MediaProviderGroup,
  MODEL_KIND_NAMES,
  ProviderOf,
  type VendorArea,
  VendorProviders,
} from '#libs/media/providers';
import { RunModelTaskJob } from './jobs/run-model-task.job.js';
import { isPicture } from './model-input.js';
import { ModelsSettings } from './models.settings.js';

/** Observed times of vendors: a start-up time, then some time for each second of video. */
const START_SECONDS = 20;
const SECONDS_PER_SECOND = 8;

/** A task of a model, as it is kept. */
export type ModelTaskRequest = { model: string; input: Record<string, unknown> };

const MODELS: VendorArea = {
  kinds: MODEL_KIND_NAMES,
  job: RunModelTaskJob,
  concurrency: 8,
  maxFileBytes: 1024 * 1024 * 1024,
  estimateSeconds: ({ durationSeconds = 0 }) => START_SECONDS + SECONDS_PER_SECOND * durationSeconds,
  identify: async (path, kind) => {
    if (kind === 'text-to-speech') return audioTypeOf(path);
    const image = await imageTypeOf(path);
    // A video may come with its cover.
    return image === undefined && kind.endsWith('-to-video') ? videoTypeOf(path) : image;
  },
  split: (task: Task) => {
    const { model, input } = requestOf<ModelTaskRequest>(task);
    const all = Object.entries(input);
    return {
      fields: { model, ...Object.fromEntries(all.filter(([name]) => !isPicture(name))) },
      inputs: Object.fromEntries(all.filter(([name]) => isPicture(name))) as Record<string, string>,
    };
  },
};

/** The vendors whose models callers name. */
@ProviderOf(...MODEL_KIND_NAMES)
export class ModelVendors implements MediaProviderGroup {
  readonly members: () => readonly MediaProvider[];

  constructor({ vendors }: ModelsSettings, providers: VendorProviders) {
    this.members = providers.follow(vendors, MODELS);
  }
}
