import { convolved, filtered, spread } from './convolution.js';
import {
  add,
  channelMeans,
  doubled,
  hardSwish,
  type Kernel,
  multiplyBy,
  relu,
  sigmoid,
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
  /** The same tensor, to be changed: a copy, if a later step needs the original. */
  readonly ownTensor: (index: number) => Tensor;
  readonly constant: (index: number) => TfliteConstant;
};

/** Runs the network on an input of any size whose sides it can halve evenly. */
export function runTflite(graph: TfliteGraph, input: Tensor): Tensor {
  const tensors = new Map([[graph.input, input]]);
  const constants = new Map(graph.constants);
  const lastUses = new Map(graph.steps.flatMap(({ inputs }, at) => inputs.map((input) => [input, at])));
  const tensor = (index: number): Tensor => tensors.get(index)!;
  const constant = (index: number): TfliteConstant => constants.get(index)!;
  for (const [at, step] of graph.steps.entries()) {
    const isLast = (index: number): boolean => lastUses.get(index) === at;
    const ownTensor = (index: number): Tensor =>
      isLast(index) ? tensor(index) : { ...tensor(index), data: tensor(index).data.slice() };
    if (step.operation === OPERATION.dequantize) constants.set(step.output, constant(step.inputs[0]!));
    else tensors.set(step.output, resultOf(step, { tensor, ownTensor, constant }));
    for (const input of step.inputs) if (isLast(input)) tensors.delete(input);
  }
  return tensor(graph.output);
}

function resultOf(
  { operation, inputs, options }: TfliteStep,
  { tensor, ownTensor, constant }: Values,
): Tensor {
  const [first, second, third] = inputs as [number, number, number];
  switch (operation) {
    case OPERATION.add:
      return add(ownTensor(first), tensor(second));
    case OPERATION.averagePool:
      return channelMeans(tensor(first));
    case OPERATION.convolution: {
      const padding = options[0] === 1 ? 'none' : 'same';
      return convolved(tensor(first), kernelOf(constant(second), constant(third)), options[1]!, padding);
    }
    case OPERATION.filter:
      return filtered(tensor(first), kernelOf(constant(second), constant(third)), options[1]!);
    case OPERATION.sigmoid:
      return sigmoid(ownTensor(first));
    case OPERATION.multiply:
      return multiplyBy(ownTensor(first), tensor(second));
    case OPERATION.relu:
      return relu(ownTensor(first));
    case OPERATION.resize:
      return doubled(tensor(first));
    case OPERATION.custom:
      return spread(tensor(first), kernelOf(constant(second), constant(third)));
    case OPERATION.hardSwish:
      return hardSwish(ownTensor(first));
    default:
      throw new Error(`The network has an operation that is not known here: ${operation}`);
  }
}

function kernelOf({ shape, values }: TfliteConstant, bias: TfliteConstant): Kernel {
  return { weights: values, bias: Float32Array.from(bias.values), height: shape[1]!, width: shape[2]! };
}
