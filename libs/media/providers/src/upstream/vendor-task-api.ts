import type { UpstreamClient } from './upstream-client.js';

export type VendorFile = { role: string; url: string };

export type VendorTaskState =
  | { kind: 'running'; progress?: number }
  /** `credits` is what the vendor bills, if it says. */
  | {
      kind: 'succeeded';
      files: readonly VendorFile[];
      details?: Record<string, unknown>;
      credits?: number | undefined;
    }
  /** `said` is what the vendor said about it, unchecked. */
  | {
      kind: 'failed';
      reason: 'rejected_content' | 'upstream_error';
      said?: unknown;
      credits?: number | undefined;
    };

/** A vendor's answer makes no sense. Thrown by a `VendorTaskApi` while it reads one. */
export class GarbledVendorReply extends Error {}

/** The result is there but makes no sense: polling again is no use. */
export class UnusableResult extends GarbledVendorReply {}

/**
 * What an adapter knows of one vendor's task API for one task: its paths and its terms, but nothing about timing or
 * failures. Readers get unchecked JSON and throw `GarbledVendorReply` for what they cannot understand.
 */
export type VendorTaskApi = {
  readonly client: UpstreamClient;
  readonly submitPath: string;
  /** Longest time from the first order to the result, if longer than the vendor's usual limit. */
  readonly deadlineSeconds?: number;
  /** The body of the submission. It may load inputs; it is called before the intent is recorded. */
  requestBody(signal: AbortSignal): Promise<object>;
  /** The vendor's id for the task, from the answer to a submission or to a look-up by our reference. */
  readVendorId(reply: unknown): string;
  statusPath(vendorId: string): string;
  readState(reply: unknown): VendorTaskState;
  readonly maxFileBytes: number;
  /** The media type of a file by its content; undefined if the task should not produce such a file. */
  identify(path: string): Promise<string | undefined>;
};
