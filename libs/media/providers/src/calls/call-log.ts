import { bucketOf } from './durations.js';

/** Results of one sort of work of one provider in one minute, in this process. */
export type CallMinute = {
  minute: Date;
  provider: string;
  work: string;
  calls: number;
  errors: number;
  refusals: number;
  durations: Record<string, number>;
  /** Its code; after a colon and a space, what the vendor said, or what happened. */
  lastError: string | null;
  lastErrorAt: Date | null;
};

/** An error code, and what the vendor said for operators. */
export type CallError = { error: string; words?: string | undefined };

/** The outcome of a call: an error, or a refusal of what the caller sent; neither when it succeeded. */
export type CallEnd = Partial<CallError> & { isRefusal?: boolean };

const MINUTE_MS = 60_000;
/** Codes have none. */
const BEFORE_WORDS = ': ';

/** The code of a `lastError`, and what the vendor said if that is known. */
export function partsOfError(lastError: string): { code: string; message: string | null } {
  const [code = '', ...words] = lastError.split(BEFORE_WORDS);
  return { code, message: words.length > 0 ? words.join(BEFORE_WORDS) : null };
}

/** What providers did in this process, minute by minute, until it is stored. */
class CallLog {
  private minutes = new Map<string, CallMinute>();
  private changed = new Set<CallMinute>();

  /**
   * @param provider Vendor as in the settings, or `local`.
   * @param work Operation at a vendor, or the kind of task.
   */
  add(provider: string, work: string, ms: number, { error, words, isRefusal }: CallEnd): void {
    const at = this.minuteOf(new Date(), provider, work);
    const bucket = bucketOf(ms);
    at.calls += 1;
    at.durations[bucket] = (at.durations[bucket] ?? 0) + 1;
    if (isRefusal) at.refusals += 1;
    this.changed.add(at);
    if (error === undefined) return;
    at.errors += 1;
    this.noteLast(at, { error, words });
  }

  /** Notes an error that a good answer told, such as that of work that failed. */
  note(provider: string, work: string, error: CallError): void {
    this.noteLast(this.minuteOf(new Date(), provider, work), error);
  }

  /** The minutes that have changed since the last call, each with its full counts. */
  takeChanged(): CallMinute[] {
    const taken = [...this.changed];
    this.changed = new Set();
    const oldest = Date.now() - MINUTE_MS;
    for (const [key, { minute }] of this.minutes) if (minute.getTime() < oldest) this.minutes.delete(key);
    return taken;
  }

  /** Returns minutes that could not be stored, so that they are taken again. */
  giveBack(minutes: readonly CallMinute[]): void {
    for (const minute of minutes) this.changed.add(minute);
  }

  private noteLast(at: CallMinute, { error, words }: CallError): void {
    at.lastError = words === undefined ? error : `${error}${BEFORE_WORDS}${words}`;
    at.lastErrorAt = new Date();
    this.changed.add(at);
  }

  private minuteOf(now: Date, provider: string, work: string): CallMinute {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
    const key = `${minute.getTime()} ${provider} ${work}`;
    const known = this.minutes.get(key);
    if (known) return known;
    const begun = {
      ...{ minute, provider, work, calls: 0, errors: 0, refusals: 0, durations: {} },
      ...{ lastError: null, lastErrorAt: null },
    };
    this.minutes.set(key, begun);
    return begun;
  }
}

/** One for this process, not injected: adapters create their clients themselves. */
export const callLog = new CallLog();
