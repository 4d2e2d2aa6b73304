import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: v.object({
    search: v.optional(v.fallback(v.string(), '')),
    only: v.optional(v.fallback(v.picklist(['waiting', 'approved', 'suspended']), 'waiting')),
  }),
  component: lazyRouteComponent(() => import('./users-page.js'), 'UsersPage'),
});

const newUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/new',
  component: lazyRouteComponent(() => import('./new-user-page.js'), 'NewUserPage'),
});

const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  validateSearch: v.object({ tab: v.optional(v.fallback(v.picklist(['profile', 'credits']), 'profile')) }),
  component: lazyRouteComponent(() => import('./user-page.js'), 'UserPage'),
});

export const userRoutes = [usersRoute, newUserRoute, userRoute] as const;
