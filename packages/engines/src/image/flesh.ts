import { smoothStep } from './colour.js';

/**
 * How far an encoded colour could be skin or hair, 0–1: warm, of moderate strength, of any lightness. Wood, fur and sand count
 * too; they suffer from a foreign hue nearly as much.
 */
export function fleshOf(red: number, green: number, blue: number): number {
  const cb = -0.1687 * red - 0.3313 * green + 0.5 * blue;
  const cr = 0.5 * red - 0.4187 * green - 0.0813 * blue;
  const strength = Math.hypot(cb, cr);
  if (strength < 1e-6 || cr <= 0) return 0;
  const angle = Math.atan2(cr, -cb);
  // Skin of every tone lies near 50 degrees here; 20 degrees to each side is wood, lips, sand.
  return (
    smoothStep(0.022, 0.06, strength) *
    (1 - smoothStep(0.42, 0.78, Math.abs(angle - 0.92))) *
    (1 - smoothStep(0.26, 0.38, strength))
  );
}
