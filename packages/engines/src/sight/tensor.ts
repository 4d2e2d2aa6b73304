/** A stack of channels over a grid; the channels of one cell lie together. */
export type Tensor = {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/** What a convolution multiplies by. `weights` run over output channel, row, column and input channel; in double precision, which JavaScript multiplies in. */
export type Kernel = {
  readonly weights: Float64Array;
  readonly bias: Float32Array;
  readonly width: number;
  readonly height: number;
};

export function emptyTensor(width: number, height: number, channels: number): Tensor {
  return { data: new Float32Array(width * height * channels), width, height, channels };
}

// These change their argument. Each has its own loop: one shared loop that calls a function takes three times as long.

export function relu(tensor: Tensor): Tensor {
  const { data } = tensor;
  for (let index = 0; index < data.length; index++) data[index] = Math.max(0, data[index]!);
  return tensor;
}

export function leakyRelu(tensor: Tensor, leak: number): Tensor {
  const { data } = tensor;
  for (let index = 0; index < data.length; index++) data[index] = Math.max(leak * data[index]!, data[index]!);
  return tensor;
}

export function hardSwish(tensor: Tensor): Tensor {
  const { data } = tensor;
  for (let index = 0; index < data.length; index++) {
    const value = data[index]!;
    data[index] = (value * Math.min(6, Math.max(0, value + 3))) / 6;
  }
  return tensor;
}

export function sigmoid(tensor: Tensor): Tensor {
  const { data } = tensor;
  for (let index = 0; index < data.length; index++) data[index] = 1 / (1 + Math.exp(-data[index]!));
  return tensor;
}

export function add(tensor: Tensor, other: Tensor): Tensor {
  const { data } = tensor;
  for (let index = 0; index < data.length; index++) data[index]! += other.data[index]!;
  return tensor;
}

/** `factors` is as large, or has one value for each channel. */
export function multiplyBy(tensor: Tensor, factors: Tensor): Tensor {
  const { data } = tensor;
  const { length } = factors.data;
  for (let start = 0; start < data.length; start += length)
    for (let at = 0; at < length; at++) data[start + at]! *= factors.data[at]!;
  return tensor;
}

export function channelMeans({ data, width, height, channels }: Tensor): Tensor {
  const means = emptyTensor(1, 1, channels);
  for (let start = 0; start < data.length; start += channels)
    for (let channel = 0; channel < channels; channel++) means.data[channel]! += data[start + channel]!;
  for (let channel = 0; channel < channels; channel++) means.data[channel]! /= width * height;
  return means;
}

/** Highest of each two by two cells; on an odd side the last ones are alone. */
export function highestOfFour(tensor: Tensor, stride: 1 | 2): Tensor {
  const { data, width, height, channels } = tensor;
  const out = emptyTensor(Math.ceil(width / stride), Math.ceil(height / stride), channels);
  for (let y = 0, to = 0; y < out.height; y++) {
    const upper = y * stride * width;
    const lower = Math.min(height - 1, y * stride + 1) * width;
    for (let x = 0; x < out.width; x++) {
      const left = x * stride;
      const right = Math.min(width - 1, left + 1);
      for (let channel = 0; channel < channels; channel++, to++)
        out.data[to] = Math.max(
          data[(upper + left) * channels + channel]!,
          data[(upper + right) * channels + channel]!,
          data[(lower + left) * channels + channel]!,
          data[(lower + right) * channels + channel]!,
        );
    }
  }
  return out;
}

/** Twice as wide and high, bilinear between the centres of the cells. */
export function doubled({ data, width, height, channels }: Tensor): Tensor {
  const out = emptyTensor(width * 2, height * 2, channels);
  for (let y = 0, to = 0; y < out.height; y++) {
    const near = y >> 1;
    const far = Math.min(height - 1, Math.max(0, near + (y & 1 ? 1 : -1)));
    for (let x = 0; x < out.width; x++) {
      const column = x >> 1;
      const side = Math.min(width - 1, Math.max(0, column + (x & 1 ? 1 : -1)));
      const a = (near * width + column) * channels;
      const b = (near * width + side) * channels;
      const c = (far * width + column) * channels;
      const d = (far * width + side) * channels;
      for (let channel = 0; channel < channels; channel++, to++)
        out.data[to] =
          0.5625 * data[a + channel]! +
          0.1875 * (data[b + channel]! + data[c + channel]!) +
          0.0625 * data[d + channel]!;
    }
  }
  return out;
}
