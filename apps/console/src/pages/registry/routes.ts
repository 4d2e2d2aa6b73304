import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../routes.js';

/** A text in the URL, as `?search=2` would be parsed as a number. */
const words = v.optional(
  v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ''),
);

export const SORTS = ['relevance', 'downloads', 'stars', 'newest'] as const;
/** The last one holds what stands beside the others in a wide window. */
const NODE_TABS = ['readme', 'app-nodes', 'versions', 'dependents', 'security', 'about'] as const;
/** Periods of the downloads, in days. */
export const PERIODS = [30, 90, 365] as const;

const registryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registry',
  validateSearch: v.object({
    search: words,
    tag: words,
    os: words,
    accelerator: words,
    sort: v.optional(v.fallback(v.picklist(SORTS), 'relevance')),
  }),
  component: lazyRouteComponent(() => import('./registry-page.js'), 'RegistryPage'),
});

const publishersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registry/publishers',
  validateSearch: v.object({ search: words }),
  component: lazyRouteComponent(() => import('./publishers-page.js'), 'PublishersPage'),
});

const publisherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registry/publishers/$publisherId',
  component: lazyRouteComponent(() => import('./publisher-page.js'), 'PublisherPage'),
});

const nodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registry/nodes/$nodeId',
  validateSearch: v.object({
    tab: v.optional(v.fallback(v.picklist(NODE_TABS), 'readme')),
    days: v.optional(v.fallback(v.picklist(PERIODS), 30)),
    from: words,
    to: words,
  }),
  component: lazyRouteComponent(() => import('./node-page.js'), 'NodePage'),
});

const versionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registry/nodes/$nodeId/versions/$version',
  component: lazyRouteComponent(() => import('./version-page.js'), 'VersionPage'),
});

export const registryRoutes = [
  registryRoute,
  publishersRoute,
  publisherRoute,
  nodeRoute,
  versionRoute,
] as const;
