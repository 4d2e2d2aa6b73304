import { distribution } from './distribution.mjs';

/** What may go wrong, each with its share of the calls, orders or callbacks that it meets, from 0 to 1. */
const SHARES = {
  drop_before: 'calls: the connection breaks, and nothing was taken in',
  drop_after: 'submissions: the order is accepted, and the connection breaks before the answer',
  hang_after: 'submissions: the order is accepted, and no answer ever comes',
  error_after: 'submissions: the order is accepted, and a gateway answers 502',
  status_429_after: 'submissions: the order is accepted, and answered 429 with Retry-After',
  status_500_after: 'submissions: the order is accepted, and answered 500',
  status_503_after: 'submissions: the order is accepted, and answered 503 with Retry-After',
  wrong_reply: 'submissions and look-ups: a page of HTML with status 200 instead of the answer',
  status_429: 'calls: 429 with Retry-After',
  status_500: 'calls: 500',
  status_503: 'calls: 503 with Retry-After',
  refuse: 'orders: 422, the content is refused',
  fail: 'orders: the work fails, and is not billed',
  fail_billed: 'orders: the work fails, and is billed',
  fractions: 'orders: what it costs has two decimals',
  truncated_stream: 'streams: it breaks off in the middle',
  truncated_file: 'downloads: the file breaks off in the middle',
  wrong_type: 'orders: the link of the result leads to a page of HTML',
  dead_link: 'orders: the link of the result leads nowhere',
  expired_link: 'links to results of a strict fake: it has expired',
  callback_lost: 'callbacks: it is never made',
  callback_twice: 'callbacks: it is made twice',
  callbacks_shuffled: 'orders: the callbacks come in the wrong order',
};
const TIMES = {
  latency: 'milliseconds before every answer',
  work: 'milliseconds from the acceptance of an order to its result',
  credits: 'what an order costs, rounded to whole credits, or hundredths where it has fractions',
};

export const FAULTS = { ...SHARES, ...TIMES };

const CALM = {
  ...Object.fromEntries(Object.keys(SHARES).map((name) => [name, 0])),
  latency: 'fixed 0',
  work: 'fixed 50',
  credits: 'uniform 2 9',
  /** Seconds after the result for which its links are good; 0 is for ever. */
  link_seconds: 0,
  /** Seconds that callers are asked to wait with a 429 or 503. */
  retry_after: 1,
  /** `{status, seconds, every_seconds?}`: for so long every call is answered so; again and again where `every_seconds` is set. */
  storm: null,
  /** Status by API key: what a call with the key is answered, such as 402 or 429. */
  keys: {},
};

/** What goes wrong now; it can be changed at any time. */
export class Faults {
  /** How often each came true. */
  met = {};
  #random;
  #settings = CALM;
  #draws = {};
  #stormSince = 0;

  constructor(random) {
    this.#random = random;
    this.change({});
  }

  get settings() {
    return this.#settings;
  }

  /** @throws Error naming every wrong field; nothing is changed then. */
  change(changes) {
    if (typeof changes !== 'object' || changes === null) throw new Error('must be an object of faults');
    const settings = { ...this.#settings, ...changes };
    const problems = Object.entries(settings).flatMap(([name, value]) => problemOf(name, value) ?? []);
    if (problems.length > 0) throw new Error(problems.join('; '));
    this.#settings = settings;
    this.#draws = Object.fromEntries(Object.keys(TIMES).map((name) => [name, distribution(settings[name])]));
    if (changes.storm) this.#stormSince = Date.now();
  }

  /** Whether a fault comes true this time; noted if so. */
  meets(name) {
    const share = this.#settings[name];
    if (share === 0 || this.#random.next() >= share) return false;
    this.note(name);
    return true;
  }

  /** A status that a call gets by chance. @param when `_after` for a submission that was accepted. */
  unluckyStatus(when = '') {
    return [429, 500, 503].find((status) => this.meets(`status_${status}${when}`));
  }

  /** The status that calls with this key get. */
  statusOfKey(headers) {
    return Object.entries(this.#settings.keys).find(([key]) => isSentIn(headers, key))?.[1];
  }

  note(name) {
    this.met[name] = (this.met[name] ?? 0) + 1;
  }

  /** A number of `latency`, `work` or `credits`. */
  draw(name) {
    return this.#draws[name](this.#random);
  }

  /** The status that every call gets just now, if there is a storm. */
  get stormStatus() {
    const { storm } = this.#settings;
    if (!storm) return undefined;
    const seconds = (Date.now() - this.#stormSince) / 1000;
    return seconds % (storm.every_seconds ?? Infinity) < storm.seconds ? storm.status : undefined;
  }
}

export function isSentIn(headers, key) {
  return Object.values(headers).some((value) => value === key || String(value).endsWith(` ${key}`));
}

function problemOf(name, value) {
  if (Object.hasOwn(SHARES, name)) return isShare(value) ? undefined : `${name} must be a number from 0 to 1`;
  if (Object.hasOwn(TIMES, name)) return textProblem(name, value);
  switch (name) {
    case 'link_seconds':
    case 'retry_after':
      return value >= 0 ? undefined : `${name} must be a number of seconds`;
    case 'storm':
      return value === null || (isStatus(value.status) && value.seconds > 0)
        ? undefined
        : 'storm must be null or {status, seconds, every_seconds?}';
    case 'keys':
      return Object.values(value ?? { none: 0 }).every(isStatus)
        ? undefined
        : 'keys must be an object of statuses by API key';
    default:
      return `${name} is no fault`;
  }
}

function textProblem(name, text) {
  try {
    distribution(text);
    return undefined;
  } catch (error) {
    return `${name} ${error.message}`;
  }
}

function isShare(value) {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isStatus(value) {
  return Number.isInteger(value) && value >= 400 && value <= 599;
}
