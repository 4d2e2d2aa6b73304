export { argument, orElse, positional } from './arguments.js';
export { enumerationValues } from './classes.js';
export { mappingOf } from './container-methods.js';
export { cleanText } from './documentation.js';
export { BudgetSpent, spend, spendChars } from './effort.js';
export { Interpreter } from './interpreter.js';
export { inherited } from './lineage.js';
export { PyRaise } from './machine.js';
export { unwrapped } from './operators.js';
export { PythonParser } from './python-parser.js';
export type { ReadingLimits } from './reading-limits.js';
export { schemaField } from './schema-call.js';
export { floatText } from './text.js';
export { type PythonSourceTree, SourceTree } from './source-tree.js';
export {
  type Arguments,
  Bound,
  External,
  PyClass,
  PyDict,
  PyFloat,
  PyFunction,
  PyInstance,
  PyModule,
  PyPath,
  PySequence,
  Unknown,
  type Value,
} from './values.js';
export { reasonOf, textOf, truth } from './value-reading.js';
