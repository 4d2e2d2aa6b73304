import { advisoryRoutes } from './advisories/routes.js';
import { auditRoutes } from './audit/routes.js';
import { bookRoutes } from './books/routes.js';
import { moderationRoutes } from './moderation/routes.js';
import { queueRoutes } from './queues/routes.js';
import { settingsRoutes } from './settings/routes.js';
import { storageRoutes } from './storage/routes.js';
import { uncertainTaskRoutes } from './tasks/routes.js';
import { usageRoutes } from './usage/routes.js';
import { userRoutes } from './users/routes.js';
import { vendorRoutes } from './vendors/routes.js';

export const adminRoutes = [
  ...moderationRoutes,
  ...advisoryRoutes,
  ...bookRoutes,
  ...auditRoutes,
  ...queueRoutes,
  ...settingsRoutes,
  ...storageRoutes,
  ...uncertainTaskRoutes,
  ...usageRoutes,
  ...userRoutes,
  ...vendorRoutes,
] as const;
