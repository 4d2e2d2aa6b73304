import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

/** A text in the URL, as `?search=2` would be parsed as a number. */
const words = v.optional(
  v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ''),
);
/** Absent if the URL has another value. */
const oneOf = <const Words extends readonly string[]>(list: Words) =>
  v.optional(v.fallback(v.optional(v.picklist(list)), undefined));

/** Filters of the list of nodes; active and banned ones when absent. */
const NODE_FILTERS = ['review', 'banned', 'deleted'] as const;
export const VERSION_STATUSES = ['active', 'pending', 'flagged', 'banned', 'deleted'] as const;
const REPORT_STATUSES = ['open', 'closed'] as const;
const PUBLISHER_STATUSES = ['active', 'banned'] as const;
/** Publishers without an active member, and those that have published nothing for a year. */
const PUBLISHERS_ALONE = ['orphaned', 'stale'] as const;

/** The kinds of things that wait for an admin. */
export const REVIEW_KINDS = ['version', 'doubt', 'quarantine', 'node', 'publisher'] as const;

const REVIEW_ASSIGNEES = ['me', 'nobody'] as const;

const reviewsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reviews',
  validateSearch: v.object({
    kind: oneOf(REVIEW_KINDS),
    assignee: oneOf(REVIEW_ASSIGNEES),
    /** The selected item: the id of a version, of a node or of a publisher. */
    at: words,
    file: words,
  }),
  component: lazyRouteComponent(() => import('../reviews/reviews-page.js'), 'ReviewsPage'),
});

const reportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: v.object({ node: words, publisher: words, status: oneOf(REPORT_STATUSES) }),
  component: lazyRouteComponent(() => import('../reports/reports-page.js'), 'ReportsPage'),
});

const publishersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/publishers',
  validateSearch: v.object({
    search: words,
    status: oneOf(PUBLISHER_STATUSES),
    alone: oneOf(PUBLISHERS_ALONE),
  }),
  component: lazyRouteComponent(() => import('../publishers/publishers-page.js'), 'PublishersPage'),
});

const publisherRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/publishers/$publisherId',
  component: lazyRouteComponent(() => import('../publishers/publisher-page.js'), 'PublisherPage'),
});

const nodesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/nodes',
  validateSearch: v.object({ search: words, show: oneOf(NODE_FILTERS) }),
  component: lazyRouteComponent(() => import('../nodes/nodes-page.js'), 'NodesPage'),
});

const nodeRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/nodes/$nodeId',
  component: lazyRouteComponent(() => import('../nodes/node-page.js'), 'NodePage'),
});

const versionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/versions',
  validateSearch: v.object({ node: words, status: oneOf(VERSION_STATUSES), found: oneOf(['warnings']) }),
  component: lazyRouteComponent(() => import('../versions/versions-page.js'), 'VersionsPage'),
});

const versionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/nodes/$nodeId/versions/$versionId',
  validateSearch: v.object({ file: words }),
  component: lazyRouteComponent(() => import('../versions/version-page.js'), 'VersionPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('../rules/rules-page.js'), 'RulesPage'),
});

export const moderationRoutes = [
  rulesRoute,
  reviewsRoute,
  reportsRoute,
  publishersRoute,
  publisherRoute,
  nodesRoute,
  nodeRoute,
  versionsRoute,
  versionRoute,
] as const;
