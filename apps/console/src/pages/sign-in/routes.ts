import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../routes.js';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: v.object({
    next: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^\/(?!\/)/)), '/')),
    /** Why sign-in at an issuer failed, as reported by the service. */
    problem: v.optional(v.fallback(v.picklist(['refused', 'suspended', 'unavailable']), 'refused')),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
