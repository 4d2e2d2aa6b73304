import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { usageSearch } from '../../../parts/usage-search.js';
import { adminRoute } from '../../../routes.js';

const usageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'usage',
  validateSearch: v.object({
    ...usageSearch,
    user: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
  }),
  component: lazyRouteComponent(() => import('./usage-page.js'), 'UsagePage'),
});

export const usageRoutes = [usageRoute] as const;
