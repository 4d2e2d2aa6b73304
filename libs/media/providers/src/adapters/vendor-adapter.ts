import type { CallerRequest } from '../terms/callback-signature.js';
import type { UpstreamOptions, VendorRecipe } from '../terms/upstream-options.js';
import type { VendorRefusal } from '../terms/vendor-refusal.js';
import type { VendorCall, VendorReply } from './vendor-call.js';
import type { VendorWork } from './vendor-work.js';

/** A file that a vendor made: at an address, inside the answer or as the answer, or behind a call that needs the key. */
export type VendorFile = { role: string } & (
  { url: string } | { base64: string } | { bytes: Uint8Array } | { call: VendorCall }
);

export type RunningState = { kind: 'running'; progress?: number };

export type VendorTaskState =
  | RunningState
  /** One more call says how it stands; its answer goes to `readResult`. */
  | { kind: 'ask'; call: VendorCall }
  | EndedState;

/** `credits` is what the vendor bills, if it says; `said` what it says about a failure, unchecked. */
export type EndedState =
  | {
      kind: 'succeeded';
      files: readonly VendorFile[];
      details?: Record<string, unknown>;
      credits?: number | undefined;
    }
  | { kind: 'failed'; refusal?: VendorRefusal | undefined; said?: unknown; credits?: number | undefined };

/** The vendor accepted an order, or did the work at once. */
export type PlacedOrder = { vendorId: string } | { state: EndedState };

/** Work as far as an adapter needs to know it to refuse it. */
export type OfferedWork = {
  kind: string;
  /** As the vendor calls it. */
  model?: string | undefined;
  /** Seconds of sound or video. */
  durationSeconds?: number | undefined;
  resolution?: string | undefined;
  /** Number of its pictures. */
  images?: number | undefined;
  /** Further fields of the request that a vendor may limit. */
  fields?: Readonly<Record<string, unknown>> | undefined;
};

/** In place of the value of a field that must be there. */
export const REQUIRED = Symbol('required');

/** An order whose answer was lost. */
export type LostOrder = {
  reference: string;
  kind: string;
  /** The request in our words. */
  fields: Readonly<Record<string, unknown>>;
  orderedAt: Date | null;
  /** The seed that it was given, where no other task has it; undefined where the caller may have chosen it. */
  ownSeed: number | undefined;
};

/** Makes a call that costs nothing and may be repeated. */
export type Send = (call: VendorCall) => Promise<VendorReply>;

/** What a vendor says about our account there. */
export type VendorAccount = {
  /** What is left, with its unit. */
  balance?: string | undefined;
  /** Names of the models that it offers us. */
  models?: readonly string[] | undefined;
};

/** A call that costs nothing and needs the key. */
export type FreeCall = { path: string; read(json: unknown): VendorAccount };

/** A vendor's answer makes no sense. Thrown by an adapter while it reads one. */
export class GarbledVendorReply extends Error {}

/** The result is there but makes no sense: polling again is no use. */
export class UnusableResult extends GarbledVendorReply {}

/**
 * What one kind of vendor expects and answers, and nothing about timing, failures, keys or orders. One for each
 * configured vendor. Readers get unchecked answers and throw `GarbledVendorReply` for what they cannot understand.
 */
export abstract class VendorAdapter {
  /** Whether what it bills is in our credits, and lowers what the caller pays. Others bill in a currency of their own. */
  readonly billsOurCredits: boolean = false;
  /** Whether inputs go by link where the service has a public address. */
  readonly takesLinks: boolean = true;

  /** By which a key can be tried for nothing; absent where the vendor has no such call. */
  readonly freeCall?: FreeCall;

  constructor(protected readonly options: UpstreamOptions) {}

  /** What is wrong with the vendor's entry in the vendors file, if anything. */
  problems(): string[] {
    return [];
  }

  /** Why it does not do this work, which others may do: a rule for callers, such as `duration must be 5 for this model`. */
  refuses(_work: OfferedWork): string | undefined {
    return undefined;
  }

  /**
   * The fields that a model of one of `MODEL_KINDS` takes, each with its value when there is none, or `REQUIRED`.
   * @param recipe Of the vendors file.
   */
  takes(_kind: string, _recipe: VendorRecipe): ReadonlyMap<string, unknown> {
    return new Map();
  }

  /**
   * The call that orders the work.
   * @param send For calls before it, such as uploads.
   */
  abstract order(work: VendorWork, send: Send): Promise<VendorCall> | VendorCall;

  abstract readOrder(reply: VendorReply, work: VendorWork): PlacedOrder;

  /** The call that is answered by a stream of lines. Absent where sound comes as a file. */
  stream?(work: VendorWork): Promise<VendorCall>;

  /**
   * A line of that stream in our words: `title`, `audio_chunk`, `cost` with `credits`, `error` (with `refusal: 'content'`
   * where the content was refused), `complete`.
   */
  translateLine?(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;

  /** The call that asks for the state. Absent for a vendor that does the work at once. */
  status?(vendorId: string, work: VendorWork): VendorCall;

  readState?(reply: VendorReply, work: VendorWork, vendorId: string): VendorTaskState;

  /** Reads the answer to the call of the state `ask`. */
  readResult?(reply: VendorReply, work: VendorWork, vendorId: string): EndedState | RunningState;

  /**
   * The call that stops the work. Absent where it cannot be stopped.
   * @param send For calls before it.
   */
  cancel?(
    vendorId: string,
    kind: string,
    send: Send,
  ): Promise<VendorCall | undefined> | VendorCall | undefined;

  /** Whether `find` can say what became of such an order whose answer was lost. */
  canFind(_order: Pick<LostOrder, 'kind' | 'fields' | 'ownSeed'>): boolean {
    return false;
  }

  /** The vendor's id for such an order; undefined when it has none. */
  find?(order: LostOrder, send: Send): Promise<string | undefined>;

  /** What a refusal is about; undefined to judge it by its status alone. A stated one was certainly not accepted. */
  abstract refusalOf(status: number, body: unknown): VendorRefusal | undefined;

  /** Whether a call back is signed as the vendor signs. Absent for the ways that the vendors file can state. */
  isSigned?(request: CallerRequest, send: Send): Promise<boolean>;

  /** The path of a call: from the vendors file, else the adapter's own, with its parameters filled in. */
  protected path(name: string, own: string, parameters: Readonly<Record<string, string>> = {}): string {
    const template = this.options.paths.get(name) ?? own;
    return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''));
  }
}
