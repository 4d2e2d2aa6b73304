import type { UpstreamClient } from './upstream-client.js';

/** A file that a vendor has made. */
export type VendorFile = { role: string; url: string };

/** How far a vendor's work is. */
export type VendorTaskState =
  | { kind: 'running'; progress?: number }
  /** `credits` is what the vendor bills, where it says so. */
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

/** An answer of a vendor that makes no sense. Thrown by a `VendorTaskApi` while it reads one. */
export class GarbledVendorReply extends Error {}

/** A result that is there and makes no sense: asking for it again and again is no use. */
export class UnusableResult extends GarbledVendorReply {}

/**
 * What an adapter knows of one vendor's task API for one task: its paths, its words, and nothing of time or failure.
 * Readers get unchecked JSON and throw `GarbledVendorReply` for what they cannot understand.
 */
export type VendorTaskApi = {
  readonly client: UpstreamClient;
  readonly submitPath: string;
  /** Longest time from the first order to the result, where that is more than the vendor's usual limit. */
  readonly deadlineSeconds?: number;
  /** The body of the submission. It may load inputs; it is called before the intent is written down. */
  requestBody(signal: AbortSignal): Promise<object>;
  /** The vendor's id for the task, out of the answer to a submission or to a look-up by our reference. */
  readVendorId(reply: unknown): string;
  statusPath(vendorId: string): string;
  readState(reply: unknown): VendorTaskState;
  /** Most bytes of one file. */
  readonly maxFileBytes: number;
  /** The media type of a file by its content; undefined when it is none that the task should give. */
  identify(path: string): Promise<string | undefined>;
};
