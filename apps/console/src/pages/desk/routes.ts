import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { signedInRoute } from '../../routes.js';

export const PUBLISHER_TABS = [
  'nodes',
  'versions',
  'members',
  'tokens',
  'trust',
  'proofs',
  'settings',
] as const;
const NODE_TABS = ['versions', 'details', 'translations', 'automation', 'settings'] as const;
const VERSION_STATUSES = ['active', 'pending', 'flagged', 'banned', 'deleted'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

const shortText = v.optional(v.fallback(v.pipe(v.string(), v.maxLength(100)), ''));
const status = v.optional(v.fallback(v.optional(v.picklist(VERSION_STATUSES)), undefined));

const publishersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk',
  component: lazyRouteComponent(() => import('./publishers-page.js'), 'PublishersPage'),
});

const newPublisherRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/new',
  component: lazyRouteComponent(() => import('./publisher/new-publisher-page.js'), 'NewPublisherPage'),
});

const publisherRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/publishers/$publisherId',
  validateSearch: v.object({
    tab: v.optional(v.fallback(v.picklist(PUBLISHER_TABS), 'nodes')),
    status,
  }),
  component: lazyRouteComponent(() => import('./publisher/publisher-page.js'), 'PublisherPage'),
});

const newNodeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/publishers/$publisherId/new-node',
  component: lazyRouteComponent(() => import('./node/new-node-page.js'), 'NewNodePage'),
});

const publishRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/publishers/$publisherId/publish',
  validateSearch: v.object({
    node: shortText,
    version: shortText,
  }),
  component: lazyRouteComponent(() => import('./publishing/publish-page.js'), 'PublishPage'),
});

const nodeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/publishers/$publisherId/nodes/$nodeId',
  validateSearch: v.object({
    tab: v.optional(v.fallback(v.picklist(NODE_TABS), 'versions')),
    status,
  }),
  component: lazyRouteComponent(() => import('./node/node-page.js'), 'NodePage'),
});

const versionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/desk/publishers/$publisherId/nodes/$nodeId/versions/$versionId',
  validateSearch: v.object({
    file: v.optional(
      v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ''),
    ),
  }),
  component: lazyRouteComponent(() => import('./publishing/version-page.js'), 'VersionPage'),
});

export const deskRoutes = [
  publishersRoute,
  newPublisherRoute,
  publisherRoute,
  newNodeRoute,
  publishRoute,
  nodeRoute,
  versionRoute,
] as const;
