import { advisoryRoutes } from './advisories/routes.js';
import { auditRoutes } from './audit/routes.js';
import { bookRoutes } from './books/routes.js';
import { moderationRoutes } from './moderation/routes.js';
import { overviewRoutes } from './overview/routes.js';
import { queueRoutes } from './queues/routes.js';
import { settingsRoutes } from './settings/routes.js';
import { storageRoutes } from './storage/routes.js';
import { adminTaskRoutes } from './tasks/routes.js';
import { usageRoutes } from './usage/routes.js';
import { userRoutes } from './users/routes.js';
import { vendorRoutes } from './vendors/routes.js';

export const adminRoutes = [
  ...overviewRoutes,
  ...moderationRoutes,
  ...advisoryRoutes,
  ...bookRoutes,
  ...auditRoutes,
  ...queueRoutes,
  ...settingsRoutes,
  ...storageRoutes,
  ...adminTaskRoutes,
  ...usageRoutes,
  ...userRoutes,
  ...vendorRoutes,
] as const;
