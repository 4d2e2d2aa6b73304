import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from '../../../routes.js';

const storageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'storage',
  component: lazyRouteComponent(() => import('./storage-page.js'), 'StoragePage'),
});

export const storageRoutes = [storageRoute] as const;
