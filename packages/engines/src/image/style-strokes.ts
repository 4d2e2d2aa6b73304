import type { ColourCube } from './colour-cube.js';
import { smoothStep } from './colour.js';
import { fleshOf } from './flesh.js';
import { type Directions, directionsOf, flowField, softened } from './flow-field.js';
import { resample } from './plane-rows.js';
import { type Plane, boxBlur } from './plane.js';
import { randomFrom } from './seeded-random.js';
import { type Planes, luminancePlane, mapPlanes } from './shrink.js';
import type { StrokeManner } from './style-manner.js';
import { Touches } from './style-touches.js';

/** A picture in strokes: encoded colour, and how much of each cell they cover. */
export type Painting = Planes & { readonly cover: Plane };

/** Sizes are shares of the stroke's own; strokes of a layer with `detail` are only set where there is some. */
const LAYERS = [
  { size: 1.7, overlap: 1.3, detail: 0, blur: 0.6 },
  { size: 1, overlap: 1.5, detail: 0, blur: 0.6 },
  { size: 0.55, overlap: 1.5, detail: 0.025, blur: 0.2 },
  { size: 0.32, overlap: 1.5, detail: 0.055, blur: 0.2 },
] as const;
/** Share that the reference's own directions have where the picture's edges are of medium strength. */
const REFERENCE_FLOW = 0.12;
/** Fewer cells across a stroke cannot be drawn. */
const NARROWEST = 1.6;
const BRISTLES = 16;
/** Width of half a joint between tiles. */
const JOINT_CELLS = 1.8;
/** How far colour may change under a stroke before it stops. */
const STOP = 0.11;

/** What a painter needs to know besides the picture. */
export type PaintPlan = {
  readonly manner: StrokeManner;
  /** The picture's colours to the reference's. */
  readonly cube: ColourCube;
  /** Where faces or a portrait's skin are, and the colours there. */
  readonly held?: { readonly mask: Plane; readonly cube: ColourCube };
  /** 0 for broad strokes only, 1 for the finest. */
  readonly fineness: number;
  readonly seed: number;
};

/** @param planes Encoded colour of a working copy. */
export function paintStrokes(planes: Planes, plan: PaintPlan): Painting {
  return new Painter(planes, plan).paint();
}

class Painter {
  private readonly luma: Plane;
  private readonly side: number;
  private readonly directions: Directions;
  private readonly canvas: {
    red: Float32Array;
    green: Float32Array;
    blue: Float32Array;
    cover: Float32Array;
  };
  private readonly touches: Touches;
  private readonly random: () => number;
  /** Of the stroke that is being drawn: place and direction of each point, colour, bristles. */
  private readonly spine = new Float32Array(4 * 256);
  private readonly colour = new Float32Array(3);
  private readonly bristles = new Float32Array(BRISTLES);

  constructor(
    private readonly planes: Planes,
    private readonly plan: PaintPlan,
  ) {
    this.luma = luminancePlane(planes);
    const { width, height } = this.luma;
    this.side = Math.max(width, height);
    this.directions = flowOf(this.luma, plan.manner);
    const plane = (): Float32Array => new Float32Array(width * height);
    this.canvas = { red: plane(), green: plane(), blue: plane(), cover: plane() };
    this.random = randomFrom(plan.seed ^ 0x5eed);
    this.touches = new Touches(plan.manner, this.random);
  }

  paint(): Painting {
    const wide = this.plan.manner.width * this.side;
    let colours: Planes | undefined;
    let blur = 0;
    for (const layer of LAYERS) {
      if (!colours || layer.blur !== blur) {
        blur = layer.blur;
        const radius = Math.max(1, Math.round(wide * blur));
        colours = mapPlanes(this.planes, (plane) => boxBlur(plane, radius));
      }
      this.paintLayer(layer, colours);
    }
    const { width, height } = this.luma;
    const { red, green, blue, cover } = this.canvas;
    const planeOfData = (data: Float32Array): Plane => ({ data, width, height });
    return {
      red: planeOfData(red),
      green: planeOfData(green),
      blue: planeOfData(blue),
      cover: planeOfData(cover),
    };
  }

  private paintLayer({ size, overlap, detail }: (typeof LAYERS)[number], colours: Planes): void {
    const { manner, fineness } = this.plan;
    const { width, height } = this.luma;
    const wide = Math.max(NARROWEST, manner.width * this.side * size);
    const long = Math.max(wide, manner.length * this.side * Math.sqrt(size));
    const threshold = detail * 2 ** (1 - 2 * fineness);
    const details = detail > 0 ? detailOf(this.luma, wide) : undefined;
    const spacing = Math.sqrt((wide * long) / overlap);
    const columns = Math.ceil(width / spacing);
    const rows = Math.ceil(height / spacing);
    const count = columns * rows;
    const stride = strideFor(count);
    for (let index = 0, place = 0; index < count; index++, place = (place + stride) % count) {
      const x = ((place % columns) + this.random()) * spacing;
      const y = (Math.floor(place / columns) + this.random()) * spacing;
      if (x >= width || y >= height) continue;
      if (details && this.detailAt(details, x, y) < threshold) continue;
      this.stroke(x, y, wide, long * (0.7 + 0.6 * this.random()), Math.min(1, size), colours);
    }
  }

  /** Faces are read more closely than anything else. */
  private detailAt(details: Plane, x: number, y: number): number {
    const cell = Math.floor(y) * details.width + Math.floor(x);
    const { red, green, blue } = this.planes;
    return details.data[cell]! * (1 + 1.5 * fleshOf(red.data[cell]!, green.data[cell]!, blue.data[cell]!));
  }

  private stroke(x: number, y: number, wide: number, long: number, amount: number, colours: Planes): void {
    const cell = Math.floor(y) * this.luma.width + Math.floor(x);
    const { colour } = this;
    colour[0] = colours.red.data[cell]!;
    colour[1] = colours.green.data[cell]!;
    colour[2] = colours.blue.data[cell]!;
    const step = Math.max(1, wide * 0.4);
    const points = this.follow(x, y, step, Math.round(long / step / 2), colours, cell);
    this.cubeAt(cell).apply(colour);
    this.touches.touch(colour, amount);
    this.shapeBristles();
    for (let point = 0; point < points; point++) {
      const end = Math.min(point + 1, points - point) / points;
      this.dab(point * 4, (wide / 2) * smoothStep(-0.12, 0.22, end), step);
    }
  }

  private cubeAt(cell: number): ColourCube {
    const { cube, held } = this.plan;
    return held && held.mask.data[cell]! > 0.5 ? held.cube : cube;
  }

  /** Lays the spine through a point, both ways along the flow; returns how many points it has. */
  private follow(x: number, y: number, step: number, reach: number, colours: Planes, seed: number): number {
    const { width, height } = this.luma;
    const { across, down } = this.directions;
    const { red, green, blue } = colours;
    const half = Math.min(reach, 100);
    let first = half;
    let last = half;
    for (let way = -1; way <= 1; way += 2) {
      let [px, py] = [x, y];
      let dx = across[this.flowCell(x, y)]! * way;
      let dy = down[this.flowCell(x, y)]! * way;
      for (let index = 0; index <= half; index++) {
        const cell = Math.floor(py) * width + Math.floor(px);
        const change =
          Math.abs(red.data[cell]! - red.data[seed]!) +
          Math.abs(green.data[cell]! - green.data[seed]!) +
          Math.abs(blue.data[cell]! - blue.data[seed]!);
        if (change > 3 * STOP) break;
        const flow = this.flowCell(px, py);
        const turned = across[flow]! * dx + down[flow]! * dy < 0 ? -1 : 1;
        dx = across[flow]! * turned;
        dy = down[flow]! * turned;
        const at = (half + way * index) * 4;
        if (way < 0) first = half - index;
        else last = half + index;
        this.spine[at] = px;
        this.spine[at + 1] = py;
        this.spine[at + 2] = dx * way;
        this.spine[at + 3] = dy * way;
        px += dx * step;
        py += dy * step;
        if (px < 0 || py < 0 || px >= width || py >= height) break;
      }
    }
    this.spine.copyWithin(0, first * 4, (last + 1) * 4);
    return last - first + 1;
  }

  private shapeBristles(): void {
    let value = 0;
    for (let index = 0; index < BRISTLES; index++) {
      value = 0.35 * value + (this.random() - 0.5) * 2.4;
      this.bristles[index] = value;
    }
  }

  private flowCell(x: number, y: number): number {
    return (y >> 1) * ((this.luma.width + 1) >> 1) + (x >> 1);
  }

  /** One short piece of a stroke: cells whose place along and across it falls inside. */
  private dab(at: number, half: number, step: number): void {
    const { width, height } = this.luma;
    const { red, green, blue, cover } = this.canvas;
    const { colour, bristles } = this;
    const [x, y, dx, dy] = [this.spine[at]!, this.spine[at + 1]!, this.spine[at + 2]!, this.spine[at + 3]!];
    const along = step * 0.6;
    const wide = half + 0.5;
    const reachX = Math.abs(dx) * along + Math.abs(dy) * wide;
    const reachY = Math.abs(dy) * along + Math.abs(dx) * wide;
    const left = Math.max(0, Math.ceil(x - reachX - 0.5));
    const right = Math.min(width - 1, Math.floor(x + reachX - 0.5));
    const bottom = Math.min(height - 1, Math.floor(y + reachY - 0.5));
    const scale = (BRISTLES - 1) / (2 * wide);
    // Paint stands up at a stroke's border and catches light from the upper left.
    const { joint } = this.touches;
    const relief = (this.touches.relief * (dy - dx)) / wide;
    for (let row = Math.max(0, Math.ceil(y - reachY - 0.5)); row <= bottom; row++) {
      const fy = row + 0.5 - y;
      for (let column = left; column <= right; column++) {
        const fx = column + 0.5 - x;
        const u = fx * dx + fy * dy;
        const v = fy * dx - fx * dy;
        const inside = wide - Math.abs(v);
        if (inside <= 0 || Math.abs(u) > along) continue;
        const alpha = inside < 1 ? inside : 1;
        const shade = this.touches.bristle * bristles[((v + wide) * scale + 0.5) | 0]! + relief * v;
        const cell = row * width + column;
        const light = inside < JOINT_CELLS ? 1 - joint * (1 - inside / JOINT_CELLS) : 1;
        red[cell]! += alpha * (light * colour[0]! + shade - red[cell]!);
        green[cell]! += alpha * (light * colour[1]! + shade - green[cell]!);
        blue[cell]! += alpha * (light * colour[2]! + shade - blue[cell]!);
        cover[cell]! += alpha * (1 - cover[cell]!);
      }
    }
  }
}

/** The picture's own flow, carried into its even parts, and there the reference's; on a grid of half the cells a side. */
function flowOf(luma: Plane, manner: StrokeManner): Directions {
  const width = Math.ceil(luma.width / 2);
  const height = Math.ceil(luma.height / 2);
  const side = Math.max(width, height);
  const near = flowField(resample(luma, width, height), Math.max(1, side * 0.008));
  const own = [manner.flow.cosine, manner.flow.sine].map((plane) => resample(plane, width, height).data);
  const far = [near.cosine, near.sine].map((plane) => softened(plane, side * 0.03).data);
  const factor =
    ((REFERENCE_FLOW * sumOf(near.energy.data)) / (sumOf(manner.flow.energy.data) * width * height)) *
    manner.flow.energy.data.length;
  const [cosine, sine] = [near.cosine, near.sine].map(({ data }, part) => {
    const sum = data.slice();
    for (let cell = 0; cell < sum.length; cell++)
      sum[cell]! += 0.5 * far[part]![cell]! + factor * own[part]![cell]!;
    return sum;
  });
  return directionsOf(cosine!, sine!);
}

function sumOf(values: Float32Array): number {
  let sum = 1e-9;
  for (const value of values) sum += value;
  return sum;
}

/** Contrast that strokes of this width would lose. */
function detailOf(luma: Plane, wide: number): Plane {
  const lost = boxBlur(luma, Math.max(1, Math.round(wide * 0.8)));
  for (let cell = 0; cell < lost.data.length; cell++)
    lost.data[cell] = Math.abs(luma.data[cell]! - lost.data[cell]!);
  return boxBlur(lost, Math.max(1, Math.round(wide * 0.6)));
}

/** A step through all places in scattered order: coprime to their number. */
function strideFor(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.618));
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  while (divisor(stride, count) !== 1) stride++;
  return stride;
}
