import type { OpenAPIObject } from '@nestjs/swagger';

type Parameter = { in?: string; name?: string; description?: string; schema?: { format?: string } };
type Operations = Partial<Record<string, { parameters?: Parameter[] }>>;

/** Well-formed, but no object has this id. */
const EXAMPLE_ID = '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11';

/**
 * Gives each id in a path an example. Unless its description already names an operation, adds that a real one comes
 * from the operation on the parent path.
 */
export function describeIds(document: OpenAPIObject): void {
  const paths = document.paths as Record<string, Operations>;
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      if (!operation) continue;
      operation.parameters = operation.parameters?.map((parameter) =>
        parameter.in === 'path' && parameter.schema?.format === 'uuid'
          ? described(parameter, path, paths)
          : parameter,
      );
    }
  }
}

function described(parameter: Parameter, path: string, paths: Record<string, Operations>): Parameter {
  const collection = path.slice(0, path.indexOf(`/{${parameter.name}}`));
  const method = ['get', 'post'].find((name) => paths[collection]?.[name]);
  const isNamed = /`[A-Z]+ \//.test(parameter.description ?? '');
  const source = method && !isNamed && `Take it from \`${method.toUpperCase()} ${collection}\`.`;
  return {
    ...parameter,
    description: [parameter.description, source].filter(Boolean).join(' '),
    schema: { ...parameter.schema, example: EXAMPLE_ID } as Parameter['schema'],
  };
}
