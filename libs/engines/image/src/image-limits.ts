/** Largest picture file read, in bytes. */
export const IMAGE_MAX_BYTES = 20 * 1024 * 1024;
/** Largest picture read, width times height. */
export const IMAGE_MAX_PIXELS = 50_000_000;
