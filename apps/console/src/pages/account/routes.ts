import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { usageSearch } from '../../parts/usage-search.js';
import { signedInRoute } from '../../routes.js';

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: v.object({
    tab: v.optional(v.fallback(v.picklist(['tokens', 'sessions', 'webhooks', 'credits', 'usage']), 'tokens')),
    ...usageSearch,
  }),
  component: lazyRouteComponent(() => import('./account-page.js'), 'AccountPage'),
});

/** The pages of the area. */
export const accountRoutes = [accountRoute] as const;
