type Json = Record<string, unknown>;

/**
 * A plugin of Swagger UI, sent to the browser as text, so it must be self-contained. When an operation is opened, it
 * resolves its references and merges each `allOf` into one schema. Swagger UI's own resolver rebuilds the whole
 * document for that, which takes a second or more each time, and also follows URLs, of which we have none.
 */
export function localReferences(): unknown {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const at = (document: unknown, path: string[]): unknown =>
    path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), document);
  const merge = (one: unknown, other: unknown): unknown => {
    if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
    if (!isObject(one) || !isObject(other)) return other;
    const both = Object.entries(other).map(([key, value]) => [
      key,
      key in one ? merge(one[key], value) : value,
    ]);
    return { ...one, ...Object.fromEntries(both) };
  };
  const resolve = (value: unknown, document: unknown, within: string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, document, within));
    if (!isObject(value)) return value;
    if (typeof value.$ref === 'string') {
      if (within.includes(value.$ref)) return value;
      const { $ref, ...beside } = value;
      const named = at(document, value.$ref.slice(2).split('/'));
      return merge(resolve(named, document, [...within, value.$ref]), beside);
    }
    const entries = Object.entries(value).map(([key, entry]) => [key, resolve(entry, document, within)]);
    const { allOf = [], ...whole } = Object.fromEntries(entries);
    return [...allOf, whole].reduce(merge);
  };
  return {
    fn: {
      resolveSubtree: async (document: unknown, path: string[]) => ({
        spec: resolve(at(document, path), document, []),
        errors: [],
      }),
    },
  };
}

type Choices = { some(test: (choice: { isEmpty(): boolean }) => boolean): boolean };
type Operation = { get(name: 'security'): Choices | undefined; delete(name: 'security'): Operation };
type Summary = { operationProps: Operation };
type System = { React: { createElement(type: unknown, properties: Summary): unknown } };

/** A plugin of Swagger UI, sent to the browser as text. Hides the lock of an operation that may be called without a token. */
export function lockOfProtected(): unknown {
  return {
    wrapComponents: {
      OperationSummary:
        (original: unknown, { React }: System) =>
        (properties: Summary) => {
          const { operationProps: operation } = properties;
          const isOpen = operation.get('security')?.some((choice) => choice.isEmpty());
          const operationProps = isOpen ? operation.delete('security') : operation;
          return React.createElement(original, { ...properties, operationProps });
        },
    },
  };
}

type Sample = { get(name: 'lang' | 'source'): string };
type Samples = { map<T>(show: (sample: Sample) => T): { toArray(): T[] } };
type Sampled = { operation: { get(name: 'x-codeSamples'): Samples | undefined } };
type Drawing = {
  React: { createElement(type: unknown, properties: object, ...children: unknown[]): unknown };
};

/** A plugin of Swagger UI, sent to the browser as text. Shows the code samples of an operation below its parameters, closed at first. */
export function codeSamples(): unknown {
  return {
    wrapComponents: {
      parameters:
        (original: unknown, { React: { createElement } }: Drawing) =>
        (properties: Sampled) => {
          const style = { padding: '4px 20px' };
          const samples = properties.operation
            .get('x-codeSamples')
            ?.map((sample) =>
              createElement(
                'details',
                { key: sample.get('lang'), className: 'code-sample', style },
                createElement('summary', {}, sample.get('lang')),
                createElement('pre', { className: 'microlight' }, sample.get('source')),
              ),
            );
          return createElement('div', {}, createElement(original, properties), ...(samples?.toArray() ?? []));
        },
    },
  };
}
