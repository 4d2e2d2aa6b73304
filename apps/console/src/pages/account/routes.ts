import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { usageSearch } from '../../parts/usage-search.js';
import { signedInRoute } from '../../routes.js';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: v.object({
    tab: v.optional(
      v.fallback(
        v.picklist(['tokens', 'sessions', 'notices', 'webhooks', 'credits', 'usage', 'settings']),
        'tokens',
      ),
    ),
    ...usageSearch,
  }),
  component: lazyRouteComponent(() => import('./account-page.js'), 'AccountPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/webhooks/$endpointId',
  validateSearch: v.object({
    status: v.fallback(v.optional(v.picklist(DELIVERY_STATUSES)), undefined),
  }),
  component: lazyRouteComponent(() => import('./webhooks/endpoint-page.js'), 'EndpointPage'),
});

export const accountRoutes = [accountRoute, endpointRoute] as const;
