import 'reflect-metadata';
import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { JobHandlerClass } from '#libs/platform/queue';
import type { Task, TaskJobPayload, TaskWorkContext, TaskWorkResult } from '#libs/media/work';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import type { VendorTaskApi } from '../upstream/vendor-task-api.js';

/** What is to be made, as far as the time that it takes depends on it. */
export type MediaWork = {
  /** Kind of the task, such as `image-relight`. */
  kind: string;
  /** Seconds of sound or video to be made. */
  durationSeconds?: number;
  /** Such as `720p`. */
  resolution?: string;
  /** Of the picture that is worked on, where its header is at hand. */
  megapixels?: number;
};

/** What the work on a task is given. */
export type MediaContext = TaskWorkContext & {
  /** A folder for the files of this run, made when first asked for; it is removed once the task has stored them. */
  folder(): Promise<string>;
};

/** What is left to stop the work on a task by: the task may be deleted by then. */
export type StoppedTask = Pick<Task, 'id' | 'kind' | 'provider'>;

/** Who does the work of some kinds of tasks: the engine of this service, or one vendor. */
export type MediaProvider = {
  /** Kept with the task, so that the provider that began a task finishes it; unique among those of a kind. */
  readonly name: string;
  /** Whether its settings are there, if it needs any. One without them gets no tasks. */
  readonly isConfigured?: boolean;
  /** Whether its work is charged. Paid providers come before free ones. */
  readonly isPaid: boolean;
  /** Whether a task is one order that is answered by a stream, see `UpstreamStreams`. */
  readonly isStreamed?: boolean;
  /** The calls to the vendor that does the work; absent for one that works here. */
  readonly client?: UpstreamClient | undefined;
  /** The job that works on its tasks. */
  readonly job: JobHandlerClass<TaskJobPayload>;
  /** Most of its tasks at once in one process. */
  readonly concurrency: number;
  /** How long the work takes, in whole seconds; what recent tasks took is weighed by `MediaProviders.estimate`. */
  estimateSeconds(work: MediaWork): number;
  /**
   * One run of the work. It is called again while it answers `pending`, and for a task whose run broke off with its
   * process.
   * @throws TaskFailure for a reason that the caller may read.
   */
  run(task: Task, context: MediaContext): Promise<TaskWorkResult>;
  /**
   * What is known of the vendor's API for a task, also one that has ended or was deleted; absent for streams and for work
   * that is done here.
   */
  apiOf?(task: Task): VendorTaskApi;
  /**
   * Stops what goes on elsewhere for a task that was canceled; it may be called again.
   * @returns Whether that is settled; false while the submission may still be on its way.
   */
  stop?(task: StoppedTask): Promise<boolean>;
};

/** A class that offers one provider for each vendor that is configured. */
export type MediaProviderGroup = { readonly members: readonly MediaProvider[] };

const KINDS = Symbol('atelier:media-provider');

/** Makes a class a provider, or a group of them, for these kinds of tasks; providing it in a module is all it takes to have it used. */
export function ProviderOf(...kinds: readonly string[]): ClassDecorator {
  return applyDecorators(Injectable(), SetMetadata(KINDS, kinds));
}

/** The kinds of a decorated class, or undefined for any other. */
export function findProviderKinds(type: object): readonly string[] | undefined {
  return Reflect.getMetadata(KINDS, type) as readonly string[] | undefined;
}
