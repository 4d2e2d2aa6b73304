import type { DigitalSourceType } from '#libs/engines/provenance';

/** What the pictures of this engine say of their origin. */
export const PICTURE_SOURCE_TYPE: DigitalSourceType = 'algorithmicallyEnhanced';
