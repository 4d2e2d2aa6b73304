import type { CameraMove } from '../prompt-cues.js';
import type { TravelOptions } from '../motion/camera-path.js';
import type { MovementAmplitude } from '../video-request.js';

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
