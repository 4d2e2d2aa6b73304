import type { Box } from '../../sight/index.js';
import type { CameraMove } from '../prompt-words.js';
import type { MovementAmplitude } from '../video-request.js';

/** Which part of a picture the frame shows. */
export type Camera = {
  /** 1 shows the whole picture, 2 half its width. Never below 1. */
  zoom: number;
  /** Offset of the shown part's centre from the picture's, as a share of the frame. */
  x: number;
  y: number;
};

/** Camera over a shot; `progress` runs from 0 to 1. */
export type CameraPath = (progress: number) => Camera;

export type TravelOptions = {
  amplitude: MovementAmplitude;
  pace: number;
  seconds: number;
  random: () => number;
};

/** Growth of the zoom per second of a free move. */
const ZOOM_PER_SECOND: Record<MovementAmplitude, number> = {
  small: 0.014,
  auto: 0.024,
  medium: 0.034,
  large: 0.06,
};
const FREE_ZOOM_LIMIT = 1.6;
/** Largest zoom on the way between two given frames. */
const BETWEEN_ZOOM: Record<MovementAmplitude, number> = { small: 1.05, auto: 1.1, medium: 1.13, large: 1.22 };
/** Share of the free margin that a sideways move uses. */
const MARGIN_USE = 0.92;

/** A path that shows the whole picture at its start and at its end, and travels in between. */
export function roundTrip(moves: CameraMove[], { amplitude, pace, random }: TravelOptions): CameraPath {
  if (moves.includes('static')) return () => ({ zoom: 1, x: 0, y: 0 });
  const top = 1 + (BETWEEN_ZOOM[amplitude] - 1) * Math.min(1.5, pace);
  const { x, y } = direction(moves, random);
  const shake = moves.includes('handheld') ? shaker(random) : undefined;
  return (progress) => {
    const lift = Math.sin(Math.PI * progress) ** 2;
    const zoom = 1 + (top - 1) * lift;
    const sway = 0.55 * Math.sin(2 * Math.PI * progress);
    return kept({ zoom, x: x * sway * margin(zoom), y: y * sway * margin(zoom) }, shake?.(progress));
  };
}

/** A path that starts on the whole picture and then goes where it likes; what is to be kept stays in sight. */
export function freeTravel(
  moves: CameraMove[],
  { amplitude, pace, seconds, random }: TravelOptions,
  focus: { x: number; y: number },
  keep?: Box,
): CameraPath {
  if (moves.includes('static')) return () => ({ zoom: 1, x: 0, y: 0 });
  // The way is planned for what can be reached, or it would stop short.
  const limit = keep ? Math.min(FREE_ZOOM_LIMIT, 1 / keep.width, 1 / keep.height) : FREE_ZOOM_LIMIT;
  const reach = Math.min(limit - 1, ZOOM_PER_SECOND[amplitude] * pace * seconds);
  const shake = moves.includes('handheld') ? shaker(random) : undefined;
  const pulls = moves.includes('pull-out');
  const sideways = moves.some((move) => move.startsWith('pan') || move.startsWith('tilt'));
  const { x, y } = sideways ? direction(moves, random) : towards(keep ? middleOf(keep) : focus);
  return keeping((progress) => {
    // Pulling out of a picture that fills the frame needs a quick way in first.
    const along = pulls ? outward(progress) : startGently(progress);
    const zoom = 1 + reach * along * (sideways ? 0.8 : 1);
    const use = margin(zoom) * MARGIN_USE;
    return kept({ zoom, x: x * use, y: y * use }, shake?.(progress));
  }, keep);
}

/** Half of what unrelated pictures drift while one becomes the other, as a share of the frame. */
const HALF_DRIFT: Record<MovementAmplitude, number> = {
  small: 0.012,
  auto: 0.025,
  medium: 0.035,
  large: 0.055,
};

/** The drift that carries the eye from one unrelated picture to the next; none for a still camera. */
export function driftOf(moves: CameraMove[], { amplitude, random }: TravelOptions): { x: number; y: number } {
  const angle = random() * 2 * Math.PI;
  if (moves.includes('static')) return { x: 0, y: 0 };
  const length = HALF_DRIFT[amplitude];
  // The pictures move against the camera.
  const x = Number(moves.includes('pan-left')) - Number(moves.includes('pan-right'));
  const y = Number(moves.includes('tilt-up')) - Number(moves.includes('tilt-down'));
  if (x !== 0 || y !== 0) return { x: x * length, y: y * length };
  return { x: Math.cos(angle) * length, y: Math.sin(angle) * length * 0.5 };
}

/** The camera keeps inside the picture whatever is asked of it. */
export function kept(camera: Camera, shake: { x: number; y: number } = { x: 0, y: 0 }): Camera {
  const room = margin(camera.zoom);
  return {
    zoom: camera.zoom,
    x: Math.max(-room, Math.min(room, camera.x + shake.x * room)),
    y: Math.max(-room, Math.min(room, camera.y + shake.y * room)),
  };
}

/** A path on which what is to be kept stays in sight. */
export function keeping(path: CameraPath, keep: Box | undefined): CameraPath {
  if (!keep) return path;
  const most = Math.min(1 / keep.width, 1 / keep.height);
  return (progress) => {
    const camera = path(progress);
    return holding({ ...camera, zoom: Math.min(camera.zoom, most) }, keep);
  };
}

/** Moves the shown part the least that brings what is to be kept into it. */
export function holding({ zoom, x, y }: Camera, keep: Box): Camera {
  const half = 0.5 / zoom;
  const held = (offset: number, from: number, length: number) =>
    Math.min(Math.max(offset, from + length - 0.5 - half), from - 0.5 + half);
  return { zoom, x: held(x, keep.x, keep.width), y: held(y, keep.y, keep.height) };
}

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** How far the shown part can go aside before it leaves the picture. */
export function margin(zoom: number): number {
  return (1 - 1 / zoom) / 2;
}

function direction(moves: CameraMove[], random: () => number): { x: number; y: number } {
  const x = Number(moves.includes('pan-right')) - Number(moves.includes('pan-left'));
  const y = Number(moves.includes('tilt-down')) - Number(moves.includes('tilt-up'));
  if (x !== 0 || y !== 0) return { x, y };
  const angle = random() * 2 * Math.PI;
  return { x: Math.cos(angle), y: 0.5 * Math.sin(angle) };
}

/** Offsets between -1 and 1 that bring the focus nearer to the middle. */
function towards({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x: Math.max(-1, Math.min(1, (x - 0.5) * 2.5)), y: Math.max(-1, Math.min(1, (y - 0.5) * 2.5)) };
}

/** Slow in the first fifth, then steady: a free move does not stop at its end. */
function startGently(progress: number): number {
  const ramp = 0.2;
  const whole = 1 - ramp / 2;
  return progress < ramp ? (progress * progress) / (2 * ramp) / whole : (progress - ramp / 2) / whole;
}

function outward(progress: number): number {
  const turn = 0.3;
  return progress < turn ? ease(progress / turn) : 1 - ease((progress - turn) / (1 - turn));
}

/** Smooth from 0 to 1 with rest at both ends. */
export function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

export function shaker(random: () => number): (progress: number) => { x: number; y: number } {
  const phases = Array.from({ length: 4 }, () => random() * 2 * Math.PI);
  return (progress) => ({
    x: 0.3 * Math.sin(31 * progress + phases[0]!) + 0.2 * Math.sin(53 * progress + phases[1]!),
    y: 0.3 * Math.sin(37 * progress + phases[2]!) + 0.2 * Math.sin(59 * progress + phases[3]!),
  });
}
