/** The pages of the area. */
export const studioRoutes = [] as const;
