/**
 * Reads the graph out of a TensorFlow Lite file: a FlatBuffer by the schema of TensorFlow,
 * tensorflow/compiler/mlir/lite/schema/schema.fbs. Only what an image network without control flow needs.
 */
export type TfliteGraph = {
  readonly input: number;
  readonly output: number;
  readonly steps: readonly TfliteStep[];
  /** The numbers that the file carries, by the tensor that holds them. */
  readonly constants: ReadonlyMap<number, TfliteConstant>;
};

export type TfliteStep = {
  /** Number of the operation, `BuiltinOperator` in the schema. */
  readonly operation: number;
  readonly inputs: readonly number[];
  readonly output: number;
  /** The first bytes of its options, by their place in the schema; 0 where the file leaves them out. */
  readonly options: readonly number[];
};

export type TfliteConstant = { readonly shape: readonly number[]; readonly values: Float64Array };

const HALF_FLOAT = 1;
const FLOAT = 0;
const OPTIONS_READ = 5;

export function readTflite(bytes: Uint8Array): TfliteGraph {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const model = new Table(file, file.getUint32(0, true));
  const operations = model.tables(1).map((code) => code.byte(0));
  const buffers = model.tables(4);
  const graph = model.tables(2)[0]!;
  const constants = new Map<number, TfliteConstant>();
  for (const [index, tensor] of graph.tables(0).entries()) {
    const content = buffers[tensor.number(2)]?.vector(0);
    if (content && content.count > 0) {
      const values = valuesOf(file, content, tensor.byte(1));
      if (values) constants.set(index, { shape: tensor.numbers(0), values });
    }
  }
  const steps = graph.tables(3).map((step) => ({
    operation: operations[step.number(0)]!,
    inputs: step.numbers(1),
    output: step.numbers(2)[0]!,
    options: Array.from({ length: OPTIONS_READ }, (_, place) => step.table(4)?.byte(place) ?? 0),
  }));
  return { input: graph.numbers(1)[0]!, output: graph.numbers(2)[0]!, steps, constants };
}

type Vector = { readonly start: number; readonly count: number };

/** A table of a FlatBuffer: its fields are found by their place in the schema, and may be absent. */
class Table {
  constructor(
    private readonly file: DataView,
    private readonly start: number,
  ) {}

  byte(place: number): number {
    const at = this.at(place);
    return at === undefined ? 0 : this.file.getInt8(at);
  }

  number(place: number): number {
    const at = this.at(place);
    return at === undefined ? 0 : this.file.getUint32(at, true);
  }

  numbers(place: number): number[] {
    const { start, count } = this.vector(place);
    return Array.from({ length: count }, (_, index) => this.file.getInt32(start + 4 * index, true));
  }

  table(place: number): Table | undefined {
    const at = this.at(place);
    return at === undefined ? undefined : new Table(this.file, this.target(at));
  }

  tables(place: number): Table[] {
    const { start, count } = this.vector(place);
    return Array.from({ length: count }, (_, index) => new Table(this.file, this.target(start + 4 * index)));
  }

  vector(place: number): Vector {
    const at = this.at(place);
    if (at === undefined) return { start: 0, count: 0 };
    const start = this.target(at);
    return { start: start + 4, count: this.file.getUint32(start, true) };
  }

  private at(place: number): number | undefined {
    const names = this.start - this.file.getInt32(this.start, true);
    const entry = 4 + 2 * place;
    if (entry >= this.file.getUint16(names, true)) return undefined;
    const offset = this.file.getUint16(names + entry, true);
    return offset === 0 ? undefined : this.start + offset;
  }

  private target(at: number): number {
    return at + this.file.getUint32(at, true);
  }
}

function valuesOf(file: DataView, { start, count }: Vector, type: number): Float64Array | undefined {
  if (type === HALF_FLOAT)
    return Float64Array.from({ length: count / 2 }, (_, index) =>
      halfFloat(file.getUint16(start + 2 * index, true)),
    );
  if (type === FLOAT)
    return Float64Array.from({ length: count / 4 }, (_, index) => file.getFloat32(start + 4 * index, true));
  return undefined;
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}
