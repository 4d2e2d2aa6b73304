import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from '../../../routes.js';

const advisoriesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/advisories',
  component: lazyRouteComponent(() => import('./advisories-page.js'), 'AdvisoriesPage'),
});

const newAdvisoryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/advisories/new',
  component: lazyRouteComponent(() => import('./new-advisory-page.js'), 'NewAdvisoryPage'),
});

export const advisoryRoutes = [advisoriesRoute, newAdvisoryRoute] as const;
