import type { DigitalSourceType } from '../provenance/index.js';

/** What the pictures of this engine say of their origin. */
export const PICTURE_SOURCE_TYPE: DigitalSourceType = 'algorithmicallyEnhanced';
