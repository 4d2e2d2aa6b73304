import * as v from 'valibot';
import { convolved, filtered } from './convolution.js';
import { highestOfFour, type Kernel, leakyRelu, type Tensor } from './tensor.js';

const LEAK = 0.1;

/** How the model's JSON names the numbers of its file, which are bytes on a scale each. */
const manifestSchema = v.tuple([
  v.object({
    weights: v.array(
      v.object({
        name: v.string(),
        shape: v.array(v.number()),
        quantization: v.object({ scale: v.number(), min: v.number() }),
      }),
    ),
  }),
]);

/** A first convolution, then pairs of a filter for each channel and a mix of all channels, then one that says where faces are. */
export type FaceNetwork = {
  readonly first: Kernel;
  readonly pairs: readonly { readonly filter: Kernel; readonly mix: Kernel }[];
  readonly last: Kernel;
};

export function readFaceNetwork(manifest: unknown, bytes: Uint8Array): FaceNetwork {
  const [{ weights }] = v.parse(manifestSchema, manifest);
  const named = new Map<string, { shape: readonly number[]; values: Float64Array }>();
  let start = 0;
  for (const { name, shape, quantization } of weights) {
    const count = shape.reduce((product, side) => product * side, 1);
    const values = Float64Array.from(
      bytes.subarray(start, start + count),
      (byte) => byte * quantization.scale + quantization.min,
    );
    named.set(name, { shape, values });
    start += count;
  }
  const kernel = (name: string, bias: string): Kernel => {
    const { shape, values } = named.get(name)!;
    return {
      weights: outputFirst(shape, values),
      bias: Float32Array.from(named.get(bias)!.values),
      height: shape[0]!,
      width: shape[1]!,
    };
  };
  const filter = (name: string): Kernel => {
    const { shape, values } = named.get(name)!;
    return { weights: values, bias: new Float32Array(shape[2]!), height: shape[0]!, width: shape[1]! };
  };
  return {
    first: kernel('conv0/filters', 'conv0/bias'),
    pairs: [1, 2, 3, 4, 5].map((layer) => ({
      filter: filter(`conv${layer}/depthwise_filter`),
      mix: kernel(`conv${layer}/pointwise_filter`, `conv${layer}/bias`),
    })),
    last: kernel('conv8/filters', 'conv8/bias'),
  };
}

/** @param input Sides that 32 divides. @returns For each 32 by 32 cells of it, what the network says of five boxes. */
export function runFaceNetwork({ first, pairs, last }: FaceNetwork, input: Tensor): Tensor {
  let out = highestOfFour(leakyRelu(convolved(input, first, 1, 'none'), LEAK), 2);
  for (const [index, { filter, mix }] of pairs.entries()) {
    out = leakyRelu(convolved(filtered(out, filter, 1), mix, 1, 'none'), LEAK);
    out = highestOfFour(out, index < pairs.length - 1 ? 2 : 1);
  }
  return convolved(out, last, 1, 'none');
}

/** The file has the output channel last. */
function outputFirst(shape: readonly number[], values: Float64Array): Float64Array {
  const outputs = shape.at(-1)!;
  const length = values.length / outputs;
  return values.map((_, index) => values[(index % length) * outputs + Math.floor(index / length)]!);
}
