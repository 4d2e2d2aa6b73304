import { type FieldClass, fieldsOf } from './field-metadata.js';
import { shownName } from './ignored-fields.js';

const SHOWN_MAX = 10;
const CHANGES = Symbol('atelier:changes-something');

/**
 * The body of an update: one that names nothing to change is refused, as its sender surely meant something.
 * @param beside Fields that only go with a change.
 */
export const ChangesSomething =
  (beside: Readonly<Record<string, true>> = {}): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(CHANGES, beside, target);

/** Why an update changes nothing; undefined when it does, or when the class is none. `ignored`: fields not known. */
export function nothingToChange(
  type: FieldClass,
  source: Readonly<Record<string, unknown>>,
  ignored: readonly string[],
): string | undefined {
  const beside = Reflect.getOwnMetadata(CHANGES, type) as Readonly<Record<string, true>> | undefined;
  if (!beside) return undefined;
  const names = [...fieldsOf(type).keys()].filter((name) => !(name in beside));
  const isNamed = (name: string): boolean =>
    Object.hasOwn(source, name) && source[name] !== undefined && source[name] !== null;
  if (names.some(isNamed)) return undefined;
  const unknown =
    ignored.length > 0 ? ` (not known: ${ignored.slice(0, SHOWN_MAX).map(shownName).join(', ')})` : '';
  return `The body names nothing to change${unknown}; send ${names.length > 1 ? 'at least one of ' : ''}${names.join(', ')}.`;
}
