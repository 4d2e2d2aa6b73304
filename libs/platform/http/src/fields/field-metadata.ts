/** A class whose properties are declared by field decorators. */
export type FieldClass = new () => object;

/** What the pipe has to know of a field before the class-validator rule runs. */
export type FieldMetadata = {
  name: string;
  /** Turns the text of a query, path or form value into the field's type; the text itself when it cannot. */
  convert?: (text: string) => unknown;
  /** Makes of a value what the request holds of it. */
  read?: (value: unknown) => unknown;
  /** The class of a nested object, or of each entry of an array of objects. */
  nested?: () => FieldClass;
  isArray: boolean;
  default?: unknown;
  /** Whether a value is dropped, and named in `X-Ignored-Fields`, where other fields would refuse the request. */
  drops?: (value: unknown) => boolean;
  /** Whether a blank text is taken for an empty one. */
  blankIsEmpty: boolean;
};

const metadataKey = Symbol('atelier:fields');

/** Declares a field on a class; for the field decorators only. */
export function declareField(target: object, field: FieldMetadata): void {
  const own: Map<string, FieldMetadata> = Reflect.getOwnMetadata(metadataKey, target) ?? new Map();
  own.set(field.name, field);
  Reflect.defineMetadata(metadataKey, own, target);
}

const cache = new WeakMap<FieldClass, ReadonlyMap<string, FieldMetadata>>();

/** The fields of a class and of those that it extends. */
export function fieldsOf(type: FieldClass): ReadonlyMap<string, FieldMetadata> {
  let fields = cache.get(type);
  if (!fields) {
    const collected = new Map<string, FieldMetadata>();
    for (
      let target = type.prototype;
      target && target !== Object.prototype;
      target = Object.getPrototypeOf(target)
    ) {
      const own: Map<string, FieldMetadata> = Reflect.getOwnMetadata(metadataKey, target) ?? new Map();
      for (const [name, field] of own) if (!collected.has(name)) collected.set(name, field);
    }
    fields = collected;
    cache.set(type, fields);
  }
  return fields;
}
