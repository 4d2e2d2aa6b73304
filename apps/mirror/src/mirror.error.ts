/** An end whose message says what is wrong; nothing of what was refused is in the mirror. */
export class MirrorError extends Error {}
