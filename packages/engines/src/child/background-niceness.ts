/**
 * Niceness (POSIX) of background work, below the thread that answers requests; per thread where the system supports it. Next to
 * other busy programs it still gets a third of their share; at the lowest priority it would get a seventieth.
 */
export const BACKGROUND_NICENESS = 5;
