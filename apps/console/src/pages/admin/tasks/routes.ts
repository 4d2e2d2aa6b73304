import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from '../../../routes.js';

const uncertainTasksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tasks',
  component: lazyRouteComponent(() => import('./uncertain-tasks-page.js'), 'UncertainTasksPage'),
});

export const uncertainTaskRoutes = [uncertainTasksRoute] as const;
