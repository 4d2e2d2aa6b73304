import type { TestApp } from '../../support/test-app.js';

type RouterLayer = { route?: { path: string | string[]; methods: Record<string, boolean> } };
type Routers = Map<string, { stack: RouterLayer[] }>;

/** Pages for people and their files; they show what the API tells. */
const DOCUMENTATION = /^\/(?:$|console|docs|favicon\.ico$|openapi(?:-admin)?\.|session\/oidc)/;

/** Every route of the running application, such as `GET /nodes/:nodeId`, taken from its routers. */
export function routesOf(app: TestApp): string[] {
  const { routes: index } = app.app.getHttpAdapter() as unknown as { routes: { routers: Routers } };
  const layers = [...index.routers.values()].flatMap(({ stack }) => stack);
  const routes = layers.flatMap(({ route }) => {
    if (!route) return [];
    return [route.path]
      .flat()
      .flatMap((path) => Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`));
  });
  return [...new Set(routes)].filter((route) => !DOCUMENTATION.test(route.split(' ')[1] ?? '')).sort();
}
