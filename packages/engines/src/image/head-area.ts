import { smoothStep } from './colour.js';
import { type Plane, mapPlane } from './plane.js';
import { resample } from './plane-rows.js';
import type { People } from './skin-area.js';
import { inFront } from './subject-share.js';

/** Half-axes of a head with its hair, in sides of the box of its face, and how far its centre is above that of the box. */
const HEAD = { across: 0.8, down: 0.9, above: 0.1 } as const;
/** The face itself, in half-axes of the head, belongs to the person whatever the outline says. */
const FACE = { from: 0.5, to: 0.7 } as const;
/** Hair may be long: on the person, the area ends at so many half-axes. */
const FADES_UNTIL = 2.2;

/** How sure each cell is a person's face or hair, 0–1. Beyond the head the person fades out of it. */
export function headArea(people: People, width: number, height: number): Plane {
  const heads = people.faces.map(({ box }) => ({
    x: (box.x + box.width / 2) * width,
    y: (box.y + box.height * (0.5 - HEAD.above)) * height,
    across: box.width * HEAD.across * width,
    down: box.height * HEAD.down * height,
  }));
  return mapPlane(resample(inFront(people), width, height), (front, cell) => {
    const column = (cell % width) + 0.5;
    const row = Math.floor(cell / width) + 0.5;
    const away = Math.min(
      ...heads.map(({ x, y, across, down }) => Math.hypot((column - x) / across, (row - y) / down)),
    );
    const face = 1 - smoothStep(FACE.from, FACE.to, away);
    return Math.max(face, front * (1 - smoothStep(1, FADES_UNTIL, away)));
  });
}
