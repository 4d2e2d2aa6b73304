import type { Box } from '../../sight/index.js';
import type { CameraMove } from '../prompt-words.js';
import {
  type Camera,
  type CameraPath,
  holding,
  kept,
  shaker,
  type TravelOptions,
} from '../motion/camera-path.js';
import type { MovementAmplitude } from '../video-request.js';

/** Growth of the zoom a second, and how much of the frame passes in a second of a sideways move. */
const ZOOM_PER_SECOND: Record<MovementAmplitude, number> = {
  small: 0.02,
  auto: 0.045,
  medium: 0.055,
  large: 0.09,
};
const PASSING_PER_SECOND: Record<MovementAmplitude, number> = {
  small: 0.03,
  auto: 0.06,
  medium: 0.08,
  large: 0.11,
};
const MOST_ZOOM = 1.3;
const MOST_PASSING = 0.22;
const CLOSE_UP = 1.3;
const HANDHELD_ZOOM = 1.05;
/** A cut lands with a small jolt that settles. */
const JOLT = 0.03;
const JOLT_SECONDS = 0.3;

/** Moves taken in turn when the prompt names none: two shots go on in the same way before it changes. */
export function movesInTurn(shot: number, startsRight: boolean): CameraMove[] {
  const sideways: CameraMove = startsRight ? 'pan-right' : 'pan-left';
  const turn = Math.floor(shot / 2) % 2;
  return turn === 0 ? ['push-in'] : [sideways];
}

export type ShotCamera = {
  moves: CameraMove[];
  travel: TravelOptions;
  seconds: number;
  /** Where the eye goes, as shares of the frame. */
  focus: { x: number; y: number };
  /** What must not be cut. */
  keep: Box | undefined;
  isCloseUp: boolean;
  /** It follows a cut. */
  landsHard: boolean;
};

/** The camera over one shot: at one speed from its first frame to its last, so that the move goes on over the cuts. */
export function shotCamera({
  moves,
  travel,
  seconds,
  focus,
  keep,
  isCloseUp,
  landsHard,
}: ShotCamera): CameraPath {
  const { amplitude, pace, random } = travel;
  const within = (camera: Camera, shake?: { x: number; y: number }) => {
    const zoom = Math.max(1, Math.min(camera.zoom, nearest(keep)));
    const inside = kept({ ...camera, zoom }, shake);
    return keep ? holding(inside, keep) : inside;
  };
  const near = isCloseUp ? CLOSE_UP : 1;
  const aim = { x: focus.x - 0.5, y: focus.y - 0.5 };
  if (moves.includes('static')) return () => within({ zoom: near, ...aim });
  const x = Number(moves.includes('pan-right')) - Number(moves.includes('pan-left'));
  const y = Number(moves.includes('tilt-down')) - Number(moves.includes('tilt-up'));
  const growth = Math.min(MOST_ZOOM - 1, ZOOM_PER_SECOND[amplitude] * pace * seconds);
  const passing =
    x === 0 && y === 0 ? 0 : Math.min(MOST_PASSING, PASSING_PER_SECOND[amplitude] * pace * seconds);
  const zooms = moves.includes('push-in') ? growth : moves.includes('pull-out') ? -growth : 0;
  const shake = moves.includes('handheld') ? shaker(random) : undefined;
  const first = near * (1 + Math.max(0, -zooms)) * (1 / (1 - passing)) * (shake ? HANDHELD_ZOOM : 1);
  return (progress) => {
    const settled = Math.min(1, (progress * seconds) / JOLT_SECONDS);
    const jolt = landsHard && pace >= 1 ? JOLT * (1 - settled) ** 2 : 0;
    // A close-up stays on what is looked at; a wide shot comes to it as it comes nearer.
    const pull = isCloseUp ? 1 : progress;
    const along = (progress - 0.5) * passing;
    const camera = {
      zoom: (first + zooms * progress) * (1 + jolt),
      x: x === 0 ? aim.x * pull : x * along,
      y: y === 0 ? aim.y * pull : y * along,
    };
    return within(camera, shake?.(progress));
  };
}

/** How near the camera may come without cutting what it must not. */
function nearest(keep: Box | undefined): number {
  return keep ? Math.min(CLOSE_UP * MOST_ZOOM, 1 / keep.width, 1 / keep.height) : CLOSE_UP * MOST_ZOOM;
}
