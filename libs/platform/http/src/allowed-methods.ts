import type { Request } from 'express';

/** The parts of Express' router that say which routes a path has. */
type RouteLayer = { match(path: string): boolean; route?: { methods: Record<string, boolean> } };
type WithRouter = { router?: { stack: RouteLayer[] } };

/** The methods that the path of `request` takes; empty when the path does not exist. */
export function allowedMethods(request: Request): string[] {
  const layers = (request.app as unknown as WithRouter).router?.stack ?? [];
  const methods = new Set<string>();
  for (const layer of layers) {
    if (!layer.route || !matches(layer, request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  methods.delete('_ALL');
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A path that cannot be decoded matches no route.
    return false;
  }
}
