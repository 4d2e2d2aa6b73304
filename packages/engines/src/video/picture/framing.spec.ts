import type { Box, Subject } from '../../sight/index.js';
import { frameFor, type Framing } from './framing.js';

const cells = 40;

/** An outline that fills a box, and faces in other boxes. */
function subject(box: Box, trust: number, ...faces: Box[]): Subject {
  const data = Float32Array.from({ length: cells * cells }, (_, i) => {
    const x = ((i % cells) + 0.5) / cells;
    const y = (Math.floor(i / cells) + 0.5) / cells;
    return Number(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  });
  return {
    mask: { data, width: cells, height: cells },
    box,
    trust,
    isPerson: false,
    faces: faces.map((face) => ({ box: face, score: 1 })),
  };
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const square = 9 / 16;
const upright = (9 / 16) ** 2;

/** Where a place of the picture comes to lie in the frame. */
function seen({ shown, place }: Framing, x: number, y: number): { x: number; y: number } {
  return {
    x: place.x + ((x - shown.x) / shown.width) * place.width,
    y: place.y + ((y - shown.y) / shown.height) * place.height,
  };
}

function isFilled({ place }: Framing): boolean {
  return place.width > 0.999 && place.height > 0.999;
}

describe('the framing of a picture', () => {
  it('keeps the middle where nothing stands out', () => {
    const { shown } = frameFor(square, subject(box(0.1, 0.1, 0.8, 0.8), 0.1));
    expect(shown.y).toBeCloseTo((1 - square) / 2, 6);
    expect(shown.height).toBeCloseTo(square, 6);
  });

  it('keeps a head at the top of a square portrait in a wide frame, with hair and air', () => {
    const framing = frameFor(square, subject(box(0.15, 0.02, 0.7, 0.98), 1, box(0.4, 0.1, 0.2, 0.22)));
    expect(isFilled(framing)).toBe(true);
    expect(seen(framing, 0.5, 0.02).y).toBeGreaterThan(0);
    expect(seen(framing, 0.5, 0.4).y).toBeLessThan(0.8);
    const { keep } = framing;
    expect(keep!.y).toBeGreaterThanOrEqual(0);
    expect(keep!.y + keep!.height).toBeLessThanOrEqual(1);
  });

  it('follows somebody who stands aside into an upright frame', () => {
    const framing = frameFor(1 / upright, subject(box(0.7, 0.1, 0.2, 0.9), 1, box(0.77, 0.15, 0.06, 0.12)));
    expect(isFilled(framing)).toBe(true);
    expect(seen(framing, 0.77, 0.2).x).toBeGreaterThan(0.2);
    expect(seen(framing, 0.83, 0.2).x).toBeLessThan(0.8);
  });

  it('shows a thing that no crop holds on a backdrop, whole', () => {
    const framing = frameFor(square, subject(box(0.1, 0.05, 0.8, 0.9), 0.9));
    expect(isFilled(framing)).toBe(false);
    expect(seen(framing, 0.5, 0.05).y).toBeGreaterThanOrEqual(0);
    expect(seen(framing, 0.5, 0.95).y).toBeLessThanOrEqual(1);
  });

  it('keeps all heads of a group in an upright frame, on a backdrop', () => {
    const faces = [0.1, 0.45, 0.8].map((x) => box(x, 0.3, 0.08, 0.14));
    const framing = frameFor(1 / upright, subject(box(0.05, 0.2, 0.9, 0.8), 1, ...faces));
    expect(isFilled(framing)).toBe(false);
    for (const face of faces) {
      expect(seen(framing, face.x, face.y).x).toBeGreaterThan(0);
      expect(seen(framing, face.x + face.width, face.y).x).toBeLessThan(1);
    }
  });

  it('is never less than the frame or more than the picture', () => {
    for (const aspect of [0.05, upright, square, 1, 4 / 3, 1 / upright, 20]) {
      for (const x of [0, 0.3, 0.8]) {
        for (const trust of [0, 1]) {
          const { shown, place } = frameFor(aspect, subject(box(x, x, 0.2, 0.2), trust, box(x, 0, 0.1, 0.2)));
          expect(Math.min(shown.x, shown.y, place.x, place.y)).toBeGreaterThanOrEqual(0);
          expect(shown.x + shown.width).toBeLessThanOrEqual(1 + 1e-9);
          expect(shown.y + shown.height).toBeLessThanOrEqual(1 + 1e-9);
          // Nothing is stretched.
          expect(((shown.width / place.width) * aspect) / (shown.height / place.height)).toBeCloseTo(1, 6);
        }
      }
    }
  });
});
