import type { OpenAPIObject } from '@nestjs/swagger';

type Parameter = { $ref?: string; name?: string };
type Operations = Record<string, { parameters?: Parameter[] }>;

const WORTH_SHARING = 3;

/**
 * Replaces parameters that many operations have by references, which makes the document smaller.
 * @returns The shared parameters by name. Of several with the same name the most used one is shared.
 */
export function shareParameters(document: OpenAPIObject): Record<string, Parameter> {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as Operations));
  const uses = new Map<string, number>();
  for (const { parameters = [] } of operations) {
    for (const one of parameters) uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1);
  }
  const shared: Record<string, Parameter> = {};
  for (const [text] of [...uses].sort(([, a], [, b]) => a - b)) {
    const parameter = JSON.parse(text) as Parameter;
    if ((uses.get(text) ?? 0) >= WORTH_SHARING && parameter.name) shared[parameter.name] = parameter;
  }
  const texts = new Map(Object.entries(shared).map(([name, one]) => [JSON.stringify(one), name]));
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) => {
      const name = texts.get(JSON.stringify(one));
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` };
    });
  }
  return shared;
}
