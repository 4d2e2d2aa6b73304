import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../routes.js';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: v.object({
    /** Where to go afterwards: a path of the console. */
    next: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^\/(?!\/)/)), '/')),
    /** Why signing in at an issuer came to nothing, as the service says when it leads back. */
    problem: v.optional(v.fallback(v.picklist(['refused', 'suspended', 'unavailable']), 'refused')),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
});

export const signInRoutes = [signInRoute] as const;
