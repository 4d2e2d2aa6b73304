/** When memory runs out, the system ends a child before the service and its database, if the system allows setting this. */
export const OOM_SCORE = 900;
