/** One straight pen stroke in a box one unit high. */
type Stroke = readonly [x1: number, y1: number, x2: number, y2: number];

/** Capital letters as pen strokes, x and y of both ends, so that the mark needs no font. Each is 0.6 wide. */
const LETTERS: Record<string, string> = {
  A: '0 1 0.3 0, 0.3 0 0.6 1, 0.12 0.62 0.48 0.62',
  T: '0 0 0.6 0, 0.3 0 0.3 1',
  E: '0 0 0 1, 0 0 0.55 0, 0 0.5 0.45 0.5, 0 1 0.55 1',
  L: '0 0 0 1, 0 1 0.55 1',
  I: '0.3 0 0.3 1',
  R: '0 0 0 1, 0 0 0.4 0, 0.4 0 0.55 0.12, 0.55 0.12 0.55 0.4, 0.55 0.4 0.4 0.52, 0.4 0.52 0 0.52, 0.28 0.52 0.58 1',
};
const ADVANCE = 0.88;
const PEN = 0.075;
const WORD = 'ATELIER';
/** Room for the shadow and the pen. */
const PADDING = 0.2;
const OPACITY = 0.85;
const SHADOW_OPACITY = 0.45;

/** Atelier's own mark: white letters with a soft dark rim, as RGBA bytes. */
export function defaultMark(letterHeight: number): { rgba: Buffer; width: number; height: number } {
  const strokes = [...WORD].flatMap((letter, i) =>
    LETTERS[letter]!.split(', ').map((stroke): Stroke => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = stroke.split(' ').map(Number);
      return [x1 + i * ADVANCE, y1, x2 + i * ADVANCE, y2];
    }),
  );
  const width = Math.ceil((WORD.length * ADVANCE - ADVANCE + 0.6 + 2 * PADDING) * letterHeight);
  const height = Math.ceil((1 + 2 * PADDING) * letterHeight);
  const rgba = Buffer.alloc(width * height * 4);
  for (let row = 0, p = 0; row < height; row++) {
    for (let column = 0; column < width; column++, p += 4) {
      const x = (column + 0.5) / letterHeight - PADDING;
      const y = (row + 0.5) / letterHeight - PADDING;
      const distance = Math.min(...strokes.map((stroke) => distanceTo(stroke, x, y)));
      const ink = Math.max(0, Math.min(1, (PEN - distance) * letterHeight + 0.5)) * OPACITY;
      const rim = Math.max(0, 1 - Math.max(0, distance - PEN) / 0.12) * SHADOW_OPACITY;
      const alpha = ink + rim * (1 - ink);
      rgba.fill(alpha > 0 ? Math.round((255 * ink) / alpha) : 0, p, p + 3);
      rgba[p + 3] = Math.round(alpha * 255);
    }
  }
  return { rgba, width, height };
}

function distanceTo([x1, y1, x2, y2]: Stroke, x: number, y: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}
