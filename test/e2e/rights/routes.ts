import type { TestApp } from '../../support/test-app.js';

type RouterLayer = { route?: { path: string | string[]; methods: Record<string, boolean> } };
type Express = { router: { stack: RouterLayer[] } };

/** Pages for people and their files; they show what the API returns. */
const DOCUMENTATION = /^\/(?:$|console|docs|guide|favicon\.ico$|openapi(?:-admin)?\.|session\/oidc)/;

/** Every route of the running application, such as `GET /nodes/:nodeId`, taken from Express. */
export function routesOf(app: TestApp): string[] {
  const { router } = app.app.getHttpAdapter().getInstance() as unknown as Express;
  const routes = router.stack.flatMap(({ route }) => {
    if (!route) return [];
    return [route.path]
      .flat()
      .flatMap((path) => Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`));
  });
  return [...new Set(routes)].filter((route) => !DOCUMENTATION.test(route.split(' ')[1] ?? '')).sort();
}
