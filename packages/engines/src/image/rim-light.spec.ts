import { ringLuma } from './__fixtures__/measures.js';
import { copyOf, discOnWall } from './__fixtures__/scenes.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS } from './relight-settings.js';

describe('light from behind', () => {
  const disc = { x: 120, y: 90, radius: 40 };
  const scene = discOnWall(0.25, 0.7);
  const outline = {
    mask: {
      width: 240,
      height: 180,
      data: Float32Array.from({ length: 240 * 180 }, (_, cell) =>
        Math.hypot((cell % 240) - disc.x, Math.floor(cell / 240) - disc.y) < disc.radius ? 1 : 0,
      ),
    },
    box: undefined,
    trust: 1,
    isPerson: true,
  };

  it.each(['backlight', 'light from behind', 'rim light'])(
    '%s rims the edge, and darkens the front alone',
    (prompt) => {
      const out = copyOf(scene);
      relight(out, undefined, { ...RELIGHT_DEFAULTS, prompt }, () => {}, outline);
      const front = ringLuma(out, disc, [-40, -15]);
      expect(front).toBeLessThan(0.8 * ringLuma(scene, disc, [-40, -15]));
      expect(ringLuma(out, disc, [-3, -1])).toBeGreaterThan(1.25 * front);
      for (const ring of [
        [2, 6],
        [6, 15],
        [15, 40],
      ] as const)
        expect(ringLuma(out, disc, ring)).toBeGreaterThan(0.9 * ringLuma(scene, disc, ring));
    },
  );

  it.each(['backlight', 'light from behind', 'rim light'])(
    '%s draws no outline where nothing is surely a person',
    (prompt) => {
      const out = copyOf(scene);
      relight(out, undefined, { ...RELIGHT_DEFAULTS, prompt }, () => {}, { ...outline, isPerson: false });
      const change = (ring: readonly [number, number]): number =>
        ringLuma(out, disc, ring) / ringLuma(scene, disc, ring);
      expect(Math.abs(change([-3, -1]) / change([-40, -15]) - 1)).toBeLessThan(0.1);
      expect(change([-40, -15])).toBeGreaterThan(0.85);
    },
  );
});
