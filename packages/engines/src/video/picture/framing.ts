import type { Box, Face, Subject } from '../../sight/index.js';

/** What of a picture is shown, and where in the frame. All places are shares, of the picture or of the frame. */
export type Framing = {
  /** Part of the picture. */
  shown: Box;
  /** Where that part lies in the frame; around it there is only a backdrop. */
  place: Box;
  /** Part of the frame that a camera must not cut. */
  keep?: Box;
};

/** From here on an outline says where the subject is. */
export const TRUSTED = 0.5;
/** Share of a subject that may lie outside of the frame: a bust is a portrait, half a cat is a mistake. */
const CUT_OF_PERSON = 0.5;
const CUT_OF_THING = 0.18;
/** A frame that holds the heads and this share of the picture is a portrait whatever else it cuts. */
const PORTRAIT = 0.5;
/** A backdrop for less than the rest of this would look like a mistake. */
const NARROW_REST = 0.8;
/** Share of an outline's weight that is taken for stray at each side. */
const STRAY = 0.03;
/** Air beside the subject on a canvas, and the share of a picture from which all of it is shown. */
const AIR = 0.04;
const NEARLY_ALL = 0.8;
/** A picture on a backdrop fills at least this share of the frame, unless heads need more room. */
const LEAST_FILLED = 0.45;
/** Faces smaller than this share of the largest one's height are bystanders. */
const BYSTANDER = 0.4;
/** Where in the frame a head belongs, from its top. */
const HEAD_HEIGHT = 0.42;
/** A camera may go nearer to a subject than this only by cutting it. */
const KEPT_SHARE = 0.8;

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Fits a picture to a frame: a crop that keeps heads and the subject; where none does, as much of the picture as the
 * subject needs on a backdrop.
 *
 * @param aspect Width to height of the picture, divided by that of the frame.
 */
export function frameFor(aspect: number, subject: Subject): Framing {
  const isWide = aspect >= 1;
  const length = isWide ? 1 / aspect : aspect;
  const heads = headsIn(subject.faces);
  const trusted = subject.trust >= TRUSTED;
  const profile = profileOf(subject, isWide);
  const body = trusted ? spanOf(profile) : undefined;
  const head = heads && (isWide ? across(heads) : down(heads));
  const need = head ?? (body && length >= NARROW_REST ? around((body.from + body.to) / 2, 0) : body);
  const start = cropStart(length, need, head !== undefined && !isWide ? HEAD_HEIGHT : 0.5);
  const isEnough = length >= (head ? PORTRAIT : NARROW_REST);
  const most = head ? CUT_OF_PERSON : CUT_OF_THING;
  const isCropped = start !== undefined && (isEnough || !trusted || cutBy(profile, start, length) <= most);
  const span = isCropped ? { from: start, to: start + length } : canvasSpan(length, head, body);
  return placed(span, isWide, length, heads ?? (trusted ? boxOf(subject) : undefined));
}

export function wholeOn(aspect: number, { keep, shown, place }: Framing): Framing {
  const whole = placed({ from: 0, to: 1 }, aspect >= 1, aspect >= 1 ? 1 / aspect : aspect, undefined);
  return {
    ...whole,
    ...(keep && { keep: inFrame(inPicture(keep, shown, place), whole.shown, whole.place) }),
  };
}

export function isCrop({ place }: Framing): boolean {
  return place.width > 0.999 && place.height > 0.999;
}

type Span = { from: number; to: number };

/** All heads that count, with hair, chin and some air. */
function headsIn(faces: readonly Face[]): Box | undefined {
  const tallest = Math.max(0, ...faces.map(({ box }) => box.height));
  const heads = faces.filter(({ box }) => box.height >= tallest * BYSTANDER);
  if (heads.length === 0) return undefined;
  const left = Math.min(...heads.map(({ box }) => box.x - 0.3 * box.width));
  const right = Math.max(...heads.map(({ box }) => box.x + 1.3 * box.width));
  const top = Math.min(...heads.map(({ box }) => box.y - 0.55 * box.height));
  const bottom = Math.max(...heads.map(({ box }) => box.y + 1.4 * box.height));
  return boxWithin({ x: left, y: top, width: right - left, height: bottom - top });
}

function boxWithin({ x, y, width, height }: Box): Box {
  const left = Math.min(1, Math.max(0, x));
  const top = Math.min(1, Math.max(0, y));
  const right = Math.max(left, Math.min(1, x + width));
  const bottom = Math.max(top, Math.min(1, y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const across = ({ x, width }: Box): Span => ({ from: x, to: x + width });
const down = ({ y, height }: Box): Span => ({ from: y, to: y + height });

/** Weight of the outline by place along the axis that is cut. */
function profileOf({ mask: { data, width, height } }: Subject, isWide: boolean): Float64Array {
  const profile = new Float64Array(isWide ? width : height);
  for (let i = 0; i < data.length; i++) profile[isWide ? i % width : Math.floor(i / width)]! += data[i]!;
  return profile;
}

/** Where all but strays of the weight lies. */
function spanOf(profile: Float64Array): Span {
  return { from: quantile(profile, STRAY), to: quantile(profile, 1 - STRAY) };
}

function quantile(profile: Float64Array, share: number): number {
  const goal = share * profile.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  for (let i = 0; i < profile.length; i++) {
    if (sum + profile[i]! >= goal) return (i + (goal - sum) / Math.max(1e-9, profile[i]!)) / profile.length;
    sum += profile[i]!;
  }
  return 1;
}

function cutBy(profile: Float64Array, from: number, length: number): number {
  let inside = 0;
  let all = 1e-9;
  profile.forEach((value, i) => {
    const place = (i + 0.5) / profile.length;
    all += value;
    if (place >= from && place <= from + length) inside += value;
  });
  return 1 - inside / all;
}

/** Where a crop begins: in the middle of what it has to hold, or as near as the picture's edges let it; not where it cannot. */
function cropStart(length: number, need: Span | undefined, balance: number): number | undefined {
  const last = 1 - length;
  if (!need) return last / 2;
  const middle = (need.from + need.to) / 2;
  const start = Math.max(0, Math.min(last, middle - balance * length));
  // A subject near the middle of the picture needs no move.
  const calm = Math.max(need.to - 0.94 * length, Math.min(last / 2, need.from - 0.06 * length));
  const chosen = need.to - need.from < 0.6 * length && calm === last / 2 ? calm : start;
  return chosen <= need.from + 1e-6 && chosen + length >= need.to - 1e-6 ? chosen : undefined;
}

function canvasSpan(length: number, head: Span | undefined, body: Span | undefined): Span {
  const longest = length / LEAST_FILLED;
  const limited = body && around((body.from + body.to) / 2, Math.min(longest, body.to - body.from));
  const spans = [head, limited].filter((span) => span !== undefined);
  if (spans.length === 0) return around(0.5, Math.min(1, longest));
  const from = Math.min(...spans.map((span) => span.from)) - AIR;
  const to = Math.max(...spans.map((span) => span.to)) + AIR;
  const span = around((from + to) / 2, Math.max(length, to - from));
  return span.to - span.from > NEARLY_ALL && longest > NEARLY_ALL ? { from: 0, to: 1 } : span;
}

/** A span of a length about a middle, inside the picture. */
function around(middle: number, length: number): Span {
  const from = Math.max(0, Math.min(1 - length, middle - length / 2));
  return { from, to: Math.min(1, from + length) };
}

function placed(span: Span, isWide: boolean, length: number, kept: Box | undefined): Framing {
  const shown = isWide
    ? { ...WHOLE, x: span.from, width: span.to - span.from }
    : { ...WHOLE, y: span.from, height: span.to - span.from };
  const thickness = Math.min(1, length / (span.to - span.from));
  const gap = (1 - thickness) / 2;
  const place = isWide ? { ...WHOLE, y: gap, height: thickness } : { ...WHOLE, x: gap, width: thickness };
  const keep = kept && boxWithin(inFrame(kept, shown, place));
  const isKept = keep && keep.width <= KEPT_SHARE && keep.height <= KEPT_SHARE;
  return { shown, place, ...(isKept && { keep }) };
}

export function inFrame(box: Box, shown: Box, place: Box): Box {
  return {
    x: place.x + ((box.x - shown.x) / shown.width) * place.width,
    y: place.y + ((box.y - shown.y) / shown.height) * place.height,
    width: (box.width / shown.width) * place.width,
    height: (box.height / shown.height) * place.height,
  };
}

function inPicture(box: Box, shown: Box, place: Box): Box {
  return inFrame(box, place, shown);
}

function boxOf({ box }: Subject): Box | undefined {
  return box;
}
