import { taskRoutes } from './tasks/routes.js';

/** The pages of the area. */
export const studioRoutes = [...taskRoutes] as const;
