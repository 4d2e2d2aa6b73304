import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/query-client.js';
import { PageFailure, PageNotFound } from './shell/page-failure.js';
import { Waiting } from './parts/states.js';
import { accountRoutes } from './pages/account/routes.js';
import { adminRoutes } from './pages/admin/routes.js';
import { deskRoutes } from './pages/desk/routes.js';
import { registryRoutes } from './pages/registry/routes.js';
import { signInRoutes } from './pages/sign-in/routes.js';
import { startRoutes } from './pages/start/routes.js';
import { studioRoutes } from './pages/studio/routes.js';
import { adminRoute, rootRoute, signedInRoute } from './routes.js';

const routeTree = rootRoute.addChildren([
  ...startRoutes,
  ...signInRoutes,
  ...registryRoutes,
  signedInRoute.addChildren([
    ...accountRoutes,
    ...studioRoutes,
    ...deskRoutes,
    adminRoute.addChildren([...adminRoutes]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queries: queryClient },
  scrollRestoration: true,
  // The code of a page comes while the pointer is on the way to its link.
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: PageNotFound,
});

declare module '@tanstack/react-router' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- extends an interface of the library
  interface Register {
    router: typeof router;
  }
}
