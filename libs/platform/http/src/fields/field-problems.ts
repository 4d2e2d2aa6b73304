import { type FieldClass, fieldsOf } from './field-metadata.js';

/** What is wrong with a request object, field by field, each problem after its path (`parts[1].count must be …`). */
export function problemsOf(type: FieldClass, request: object, prefix = ''): string[] {
  return [...fieldsOf(type).values()].flatMap(({ name, isOptional, problemOf, nested }) => {
    const value = (request as Record<string, unknown>)[name];
    if (isOptional && value === undefined) return [];
    const path = prefix + name;
    const problem = problemOf(value);
    if (problem !== undefined) return [`${path} ${problem}`];
    if (!nested) return [];
    if (!Array.isArray(value)) return problemsOf(nested(), value as object, `${path}.`);
    return value.flatMap((entry, index) => problemsOf(nested(), entry as object, `${path}[${index}].`));
  });
}
