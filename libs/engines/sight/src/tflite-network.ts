import { convolved, filtered, spread } from './convolution.js';
import {
  channelMeans,
  doubled,
  hardSwish,
  type Kernel,
  product,
  relu,
  sigmoid,
  sum,
  type Tensor,
} from './tensor.js';
import type { TfliteConstant, TfliteGraph, TfliteStep } from './tflite-file.js';

/** `BuiltinOperator` of the schema, and what the file calls by name: a transposed convolution with a bias. */
const OPERATION = {
  add: 0,
  averagePool: 1,
  convolution: 3,
  filter: 4,
  dequantize: 6,
  sigmoid: 14,
  multiply: 18,
  relu: 19,
  resize: 23,
  custom: 32,
  hardSwish: 117,
} as const;

type Values = {
  /** A tensor that an earlier step has made. */
  readonly tensor: (index: number) => Tensor;
  readonly constant: (index: number) => TfliteConstant;
};

/** Runs the network on an input of any size whose sides it can halve evenly. */
export function runTflite(graph: TfliteGraph, input: Tensor): Tensor {
  const tensors = new Map([[graph.input, input]]);
  const constants = new Map(graph.constants);
  const values: Values = {
    tensor: (index) => tensors.get(index)!,
    constant: (index) => constants.get(index)!,
  };
  for (const step of graph.steps) {
    if (step.operation === OPERATION.dequantize) constants.set(step.output, values.constant(step.inputs[0]!));
    else tensors.set(step.output, resultOf(step, values));
  }
  return values.tensor(graph.output);
}

function resultOf({ operation, inputs, options }: TfliteStep, { tensor, constant }: Values): Tensor {
  const [first, second, third] = inputs as [number, number, number];
  switch (operation) {
    case OPERATION.add:
      return sum(tensor(first), tensor(second));
    case OPERATION.averagePool:
      return channelMeans(tensor(first));
    case OPERATION.convolution: {
      const padding = options[0] === 1 ? 'none' : 'same';
      return convolved(tensor(first), kernelOf(constant(second), constant(third)), options[1]!, padding);
    }
    case OPERATION.filter:
      return filtered(tensor(first), kernelOf(constant(second), constant(third)), options[1]!);
    case OPERATION.sigmoid:
      return sigmoid(tensor(first));
    case OPERATION.multiply:
      return product(tensor(first), tensor(second));
    case OPERATION.relu:
      return relu(tensor(first));
    case OPERATION.resize:
      return doubled(tensor(first));
    case OPERATION.custom:
      return spread(tensor(first), kernelOf(constant(second), constant(third)));
    case OPERATION.hardSwish:
      return hardSwish(tensor(first));
    default:
      throw new Error(`The network has an operation that is not known here: ${operation}`);
  }
}

function kernelOf({ shape, values }: TfliteConstant, bias: TfliteConstant): Kernel {
  return { weights: values, bias: Float32Array.from(bias.values), height: shape[1]!, width: shape[2]! };
}
