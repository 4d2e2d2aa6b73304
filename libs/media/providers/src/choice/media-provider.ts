import 'reflect-metadata';
import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { JobHandlerClass } from '#libs/platform/queue';
import type { Task, TaskJobPayload, TaskWorkContext, TaskWorkResult } from '#libs/media/work';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import type { GivenPicture } from '../terms/given-picture.js';
import type { OfferedModel } from '../terms/model-kinds.js';
import type { VendorTask } from './vendor-task.js';
import { createHash } from 'node:crypto';

/** What is to be made, as far as its duration depends on it. */
export type MediaWork = {
  /** Kind of the task, such as `image-relight`. */
  kind: string;
  /** Seconds of sound or video to be made. */
  durationSeconds?: number;
  resolution?: string;
  /** Of the input picture, if its header is at hand. */
  megapixels?: number;
};

export type WorkToGive = {
  kind: string;
  /** For kinds of tasks that name a model. */
  model?: string;
  /** A vendor's own name of the model, if the caller asked by that. */
  vendorModel?: string | undefined;
  /** The only one that may do it, as in the settings. */
  vendor?: string | undefined;
  /** Seconds of sound or video, and its size, where a vendor's limits may be narrower than ours. */
  durationSeconds?: number | undefined;
  resolution?: string | undefined;
  /** Number of pictures. */
  images?: number | undefined;
  /** Those of its pictures that came with the request. */
  pictures?: readonly GivenPicture[] | undefined;
  /** Of pictures, if known. */
  megapixels?: number | undefined;
  /** Further fields of the request that a vendor may limit. */
  fields?: Readonly<Record<string, unknown>> | undefined;
};

export type MediaContext = TaskWorkContext & {
  /** A folder for the files of this run, made when first asked for; it is removed once the task has stored them. */
  folder(): Promise<string>;
};

/** What is needed to stop the work on a task, which may be deleted by then. */
export type StoppedTask = Pick<Task, 'id' | 'kind' | 'provider'>;

/** Does the work of some kinds of tasks: the engine of this service, or one vendor. */
export type MediaProvider = {
  /** Kept with the task, so that the provider that began a task finishes it; unique among those of a kind. */
  readonly name: string;
  /** Whether its settings are present, if it needs any. Without them it gets no tasks. */
  readonly isConfigured?: boolean;
  /** Packages that this kind of work needs and that are not installed. If any are missing, it gets no tasks of the kind. */
  missingFor?(kind: string): readonly string[];
  /** Whether its work is charged. Paid providers are preferred to free ones. */
  readonly isPaid: boolean;
  /** Whether a task is one order, answered by a stream; see `UpstreamStreams`. */
  readonly isStreamed?: boolean;
  /** The calls to its vendor; absent for one that works locally. */
  readonly client?: UpstreamClient | undefined;
  readonly job: JobHandlerClass<TaskJobPayload>;
  /** Most of its tasks that one process works on at a time. */
  readonly concurrency: number;
  /** How long the work takes, in whole seconds. `MediaProviders.estimate` corrects this by what recent tasks took. */
  estimateSeconds(work: MediaWork): number;
  /**
   * One run of the work. It is called again while it answers `pending`, and for a task whose last run was
   * interrupted.
   * @throws TaskFailure for a reason that the caller may read.
   */
  run(task: Task, context: MediaContext): Promise<TaskWorkResult>;
  /** A task at its vendor, also one that has ended or was deleted; absent for streams and for local work. */
  vendorTask?(task: Task): VendorTask;
  /** Whether its vendor does this kind of work at all; all kinds of the class if absent. */
  canDo?(kind: string): boolean;
  /** The models of a kind that its vendor offers by name; absent where callers name none of a vendor's. */
  models?(kind: string): readonly OfferedModel[];
  /** Its vendor's own name of one of our models. */
  ownModel?(model: string): string;
  /** What the work costs by the vendors file, in the currency of its vendor's books; undefined if unknown. */
  costOf?(work: WorkToGive): number | undefined;
  /** The rule by which its vendor does not do this work, which others may do. */
  refuses?(work: WorkToGive): string | undefined;
  /**
   * Stops the vendor's work on a canceled task; may be called again.
   * @returns Whether it is settled; false while the submission may still be on its way.
   */
  stop?(task: StoppedTask): Promise<boolean>;
};

/** A class that offers one provider for each configured vendor, as `VendorProviders.follow` makes them. */
export type MediaProviderGroup = { readonly members: () => readonly MediaProvider[] };

const KINDS = Symbol('atelier:media-provider');

/** Registers a class as a provider, or a group of them, for these kinds of tasks. Any module may provide it. */
export function ProviderOf(...kinds: readonly string[]): ClassDecorator {
  return applyDecorators(Injectable(), SetMetadata(KINDS, kinds));
}

/** The kinds of a decorated class, or undefined for any other. */
export function findProviderKinds(type: object): readonly string[] | undefined {
  return Reflect.getMetadata(KINDS, type) as readonly string[] | undefined;
}

/** A seed derived from the task, from 1 to 2^31 - 1: the same when its job runs again, another for the next task. */
export function seedOf({ id }: Pick<Task, 'id'>): number {
  return createHash('sha256').update(id).digest().readUInt32LE(0) >>> 1 || 1;
}
