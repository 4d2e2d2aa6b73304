import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);

const booksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'books',
  validateSearch: v.object({
    vendor: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(40))), undefined),
    /** First and last day of that book, UTC. */
    from: day,
    to: day,
  }),
  component: lazyRouteComponent(() => import('./books-page.js'), 'BooksPage'),
});

export const bookRoutes = [booksRoute] as const;
