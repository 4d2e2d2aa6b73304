/** The pages of the area. */
export const deskRoutes = [] as const;
