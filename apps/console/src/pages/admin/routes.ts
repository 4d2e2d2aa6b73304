/** The pages of the area. */
export const adminRoutes = [] as const;
