import { emptyTensor, type Kernel, type Tensor } from './tensor.js';

/** Cells that a kernel may reach beyond the border, which count as 0. `same` keeps the size of the grid (divided by the stride). */
export type Padding = 'same' | 'none';

type Steps = { readonly count: number; readonly before: number };

export function convolved(input: Tensor, kernel: Kernel, stride: number, padding: Padding): Tensor {
  const columns = stepsOf(input.width, kernel.width, stride, padding);
  const rows = stepsOf(input.height, kernel.height, stride, padding);
  const isPointwise = kernel.width === 1 && kernel.height === 1 && stride === 1;
  const patches = isPointwise ? input.data : patchesOf(input, kernel, stride, columns, rows);
  const out = emptyTensor(columns.count, rows.count, kernel.bias.length);
  multiply(patches, kernel, out);
  return out;
}

/** Filters each channel by itself; the weights run over row, column and channel. */
export function filtered(input: Tensor, kernel: Kernel, stride: number): Tensor {
  const { width, height, channels } = input;
  const columns = stepsOf(width, kernel.width, stride, 'same');
  const rows = stepsOf(height, kernel.height, stride, 'same');
  const out = emptyTensor(columns.count, rows.count, channels);
  const froms: number[] = [];
  const weights: number[] = [];
  for (let y = 0; y < rows.count; y++)
    for (let x = 0; x < columns.count; x++) {
      const left = x * stride - columns.before;
      const top = y * stride - rows.before;
      let count = 0;
      for (let dy = Math.max(0, -top); dy < kernel.height && top + dy < height; dy++)
        for (let dx = Math.max(0, -left); dx < kernel.width && left + dx < width; dx++, count++) {
          froms[count] = ((top + dy) * width + left + dx) * channels;
          weights[count] = (dy * kernel.width + dx) * channels;
        }
      const to = (y * columns.count + x) * channels;
      out.data.set(kernel.bias, to);
      let tap = 0;
      for (; tap + 2 < count; tap += 3) addThree(input, kernel, froms, weights, tap, out, to);
      for (; tap < count; tap++) addOne(input, kernel, froms[tap]!, weights[tap]!, out, to);
    }
  return out;
}

/** Three cells under the kernel at a time: the sums are read and written a third as often. */
function addThree(
  { data, channels }: Tensor,
  { weights }: Kernel,
  froms: readonly number[],
  places: readonly number[],
  tap: number,
  out: Tensor,
  to: number,
): void {
  const sums = out.data;
  const first = froms[tap]!;
  const second = froms[tap + 1]!;
  const third = froms[tap + 2]!;
  const one = places[tap]!;
  const two = places[tap + 1]!;
  const three = places[tap + 2]!;
  for (let channel = 0; channel < channels; channel++)
    sums[to + channel]! +=
      data[first + channel]! * weights[one + channel]! +
      data[second + channel]! * weights[two + channel]! +
      data[third + channel]! * weights[three + channel]!;
}

function addOne(
  { data, channels }: Tensor,
  { weights }: Kernel,
  from: number,
  place: number,
  out: Tensor,
  to: number,
): void {
  const sums = out.data;
  for (let channel = 0; channel < channels; channel++)
    sums[to + channel]! += data[from + channel]! * weights[place + channel]!;
}

/** Each cell becomes a patch as large as the kernel, side by side, in one channel. */
export function spread(input: Tensor, { weights, bias, width, height }: Kernel): Tensor {
  const { channels } = input;
  const out = emptyTensor(input.width * width, input.height * height, 1);
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      const from = (Math.floor(y / height) * input.width + Math.floor(x / width)) * channels;
      const weight = ((y % height) * width + (x % width)) * channels;
      let value = bias[0]!;
      for (let channel = 0; channel < channels; channel++)
        value += input.data[from + channel]! * weights[weight + channel]!;
      out.data[y * out.width + x] = value;
    }
  return out;
}

function stepsOf(side: number, reach: number, stride: number, padding: Padding): Steps {
  if (padding === 'none') return { count: Math.floor((side - reach) / stride) + 1, before: 0 };
  const count = Math.ceil(side / stride);
  return { count, before: Math.max(0, (count - 1) * stride + reach - side) >> 1 };
}

/** What the kernel sees at each place, one after the other. */
function patchesOf(input: Tensor, kernel: Kernel, stride: number, columns: Steps, rows: Steps): Float32Array {
  const { data, width, height, channels } = input;
  const length = kernel.width * kernel.height * channels;
  const patches = new Float32Array(columns.count * rows.count * length);
  for (let y = 0; y < rows.count; y++)
    for (let x = 0; x < columns.count; x++) {
      const to = (y * columns.count + x) * length;
      const left = x * stride - columns.before;
      const top = y * stride - rows.before;
      for (let dy = Math.max(0, -top); dy < kernel.height && top + dy < height; dy++)
        for (let dx = Math.max(0, -left); dx < kernel.width && left + dx < width; dx++) {
          const from = ((top + dy) * width + left + dx) * channels;
          const at = to + (dy * kernel.width + dx) * channels;
          for (let channel = 0; channel < channels; channel++) patches[at + channel] = data[from + channel]!;
        }
    }
  return patches;
}

/** Every patch by every output channel: two patches and four channels at a time, so that each value read is used more than once. */
function multiply(patches: Float32Array, { weights, bias }: Kernel, { data }: Tensor): void {
  const count = bias.length;
  const length = weights.length / count;
  const last = data.length / count - 1;
  for (let cell = 0; cell <= last; cell += 2) {
    const next = Math.min(last, cell + 1);
    const one = cell * length;
    const two = next * length;
    for (let channel = 0; channel < count; channel += 4) {
      const a = channel * length;
      const b = Math.min(count - 1, channel + 1) * length;
      const c = Math.min(count - 1, channel + 2) * length;
      const d = Math.min(count - 1, channel + 3) * length;
      let oneA = 0;
      let oneB = 0;
      let oneC = 0;
      let oneD = 0;
      let twoA = 0;
      let twoB = 0;
      let twoC = 0;
      let twoD = 0;
      for (let at = 0; at < length; at++) {
        const first = patches[one + at]!;
        const second = patches[two + at]!;
        const weightA = weights[a + at]!;
        const weightB = weights[b + at]!;
        const weightC = weights[c + at]!;
        const weightD = weights[d + at]!;
        oneA += first * weightA;
        oneB += first * weightB;
        oneC += first * weightC;
        oneD += first * weightD;
        twoA += second * weightA;
        twoB += second * weightB;
        twoC += second * weightC;
        twoD += second * weightD;
      }
      // Beyond the last channel, it is computed again and not kept.
      const here = cell * count + channel;
      const there = next * count + channel;
      data[here] = oneA + bias[channel]!;
      data[there] = twoA + bias[channel]!;
      if (channel + 1 >= count) break;
      data[here + 1] = oneB + bias[channel + 1]!;
      data[there + 1] = twoB + bias[channel + 1]!;
      if (channel + 2 >= count) break;
      data[here + 2] = oneC + bias[channel + 2]!;
      data[there + 2] = twoC + bias[channel + 2]!;
      if (channel + 3 >= count) break;
      data[here + 3] = oneD + bias[channel + 3]!;
      data[there + 3] = twoD + bias[channel + 3]!;
    }
  }
}
