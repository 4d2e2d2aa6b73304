/**
 * By how much work in the background steps back behind the thread that answers requests (POSIX nice; of threads where the system
 * knows it). Beside a busy program of others it still gets a third of that program's share; the lowest priority gets a seventieth.
 */
export const BACKGROUND_NICENESS = 5;
