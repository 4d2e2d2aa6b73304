/** Recommendation ITU-R BS.1770-4 (read 2026-11): absolute gate, relative gate, offset of the scale. */
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const SCALE_OFFSET = -0.691;
/** A gating block of 400 ms overlaps the next by 75 %: it is four parts of 100 ms. */
const PARTS_PER_BLOCK = 4;
const PARTS_PER_SECOND = 10;

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** The K-weighting shelf and high-pass, recomputed for any sample rate from their analogue corner data. */
function weighting(sampleRate: number): [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + shelfK / shelfQ + shelfK * shelfK;
  const shelf = {
    b0: (high + (band * shelfK) / shelfQ + shelfK * shelfK) / a0,
    b1: (2 * (shelfK * shelfK - high)) / a0,
    b2: (high - (band * shelfK) / shelfQ + shelfK * shelfK) / a0,
    a1: (2 * (shelfK * shelfK - 1)) / a0,
    a2: (1 - shelfK / shelfQ + shelfK * shelfK) / a0,
  };
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const c0 = 1 + passK / passQ + passK * passK;
  return [
    shelf,
    {
      b0: 1,
      b1: -2,
      b2: 1,
      a1: (2 * (passK * passK - 1)) / c0,
      a2: (1 - passK / passQ + passK * passK) / c0,
    },
  ];
}

class KWeighting {
  private readonly filters: [Biquad, Biquad];
  private s1 = 0;
  private s2 = 0;
  private t1 = 0;
  private t2 = 0;

  constructor(sampleRate: number) {
    this.filters = weighting(sampleRate);
  }

  /** Sum of squares of the weighted samples from `from` up to `to`. */
  energy(samples: Float32Array, from: number, to: number): number {
    const [shelf, pass] = this.filters;
    let { s1, s2, t1, t2 } = this;
    let sum = 0;
    for (let index = from; index < to; index++) {
      const x = samples[index]!;
      const y = shelf.b0 * x + s1;
      s1 = shelf.b1 * x - shelf.a1 * y + s2;
      s2 = shelf.b2 * x - shelf.a2 * y;
      const z = y + t1;
      t1 = -2 * y - pass.a1 * z + t2;
      t2 = y - pass.a2 * z;
      sum += z * z;
    }
    Object.assign(this, { s1, s2, t1, t2 });
    return sum;
  }
}

/** Measures the integrated loudness of a stereo signal that arrives in pieces of any size. */
export class LoudnessMeter {
  private readonly left: KWeighting;
  private readonly right: KWeighting;
  private readonly partLength: number;
  private readonly blocks: number[] = [];
  private parts: number[] = [];
  private energy = 0;
  private filled = 0;

  constructor(sampleRate: number) {
    this.left = new KWeighting(sampleRate);
    this.right = new KWeighting(sampleRate);
    this.partLength = Math.round(sampleRate / PARTS_PER_SECOND);
  }

  add(left: Float32Array, right: Float32Array): void {
    for (let from = 0; from < left.length;) {
      const to = Math.min(left.length, from + this.partLength - this.filled);
      this.energy += this.left.energy(left, from, to) + this.right.energy(right, from, to);
      this.filled += to - from;
      from = to;
      if (this.filled === this.partLength) this.closePart();
    }
  }

  /** Starts a new stretch that is not adjacent to the last one: no gating block spans the gap. */
  skip(): void {
    this.parts = [];
    this.energy = 0;
    this.filled = 0;
  }

  /** Integrated loudness in LUFS; −Infinity for silence or less than 400 ms. */
  integrated(): number {
    const audible = this.blocks.filter((block) => toLufs(block) > ABSOLUTE_GATE_LUFS);
    if (audible.length === 0) return -Infinity;
    const gate = toLufs(mean(audible)) + RELATIVE_GATE_LU;
    const loud = audible.filter((block) => toLufs(block) > gate);
    return toLufs(mean(loud));
  }

  private closePart(): void {
    this.parts.push(this.energy / this.partLength);
    this.energy = 0;
    this.filled = 0;
    if (this.parts.length > PARTS_PER_BLOCK) this.parts.shift();
    if (this.parts.length === PARTS_PER_BLOCK) this.blocks.push(mean(this.parts));
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toLufs(power: number): number {
  return SCALE_OFFSET + 10 * Math.log10(power);
}
