import {
  getMetadataStorage,
  type ValidationArguments,
  ValidationTypes,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { FieldClass } from './field-metadata.js';

type Fields = Record<string, unknown>;

/** The rules of one field, in the order of their decorators. */
type FieldChecks = {
  name: string;
  /** Whether the rules hold for this request at all: not for an optional field that is absent. */
  conditions: readonly ((request: object, value: unknown) => boolean)[];
  rules: readonly ValidatorConstraintInterface[];
  isNested: boolean;
};

const checksByClass = new WeakMap<FieldClass, readonly FieldChecks[]>();

/** What the decorators of class-validator say of a class, gathered once: its own walk gathers it for every request. */
function checksOf(type: FieldClass): readonly FieldChecks[] {
  const known = checksByClass.get(type);
  if (known) return known;
  const storage = getMetadataStorage();
  const declared = storage.getTargetValidationMetadatas(type, '', false, false);
  const checks = Object.entries(storage.groupByPropertyName(declared)).map(([name, rules]) => {
    const of = (kind: string) => rules.filter((rule) => rule.type === kind);
    return {
      name,
      conditions: of(ValidationTypes.CONDITIONAL_VALIDATION).map(
        ({ constraints }) => constraints[0] as FieldChecks['conditions'][number],
      ),
      rules: of(ValidationTypes.CUSTOM_VALIDATION).flatMap(({ constraintCls }) =>
        storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => instance),
      ),
      isNested: of(ValidationTypes.NESTED_VALIDATION).length > 0,
    };
  });
  checksByClass.set(type, checks);
  return checks;
}

/** The broken rules of a request object: of each field the first, after its path (`parts[1].count must be …`). */
export function problemsOf(request: object, prefix = ''): string[] {
  const problems: string[] = [];
  for (const { name, conditions, rules, isNested } of checksOf(request.constructor as FieldClass)) {
    const value = (request as Fields)[name];
    if (conditions.some((holds) => !holds(request, value))) continue;
    const args: ValidationArguments = {
      value,
      object: request,
      property: name,
      targetName: request.constructor.name,
      constraints: [],
    };
    const broken = rules.find((rule) => rule.validate(value, args) !== true);
    if (broken) problems.push(`${prefix}${name} ${broken.defaultMessage?.(args)}`);
    else if (isNested) problems.push(...nestedProblems(value, prefix + name));
  }
  return problems;
}

function nestedProblems(value: unknown, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => nestedProblems(entry, `${path}[${index}]`));
  return typeof value === 'object' && value !== null ? problemsOf(value, `${path}.`) : [];
}
