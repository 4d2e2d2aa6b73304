import type { DigitalSourceType } from '../provenance/index.js';

/** What the videos of this engine, and their covers, say of their origin. */
export const VIDEO_SOURCE_TYPE: DigitalSourceType = 'composite';
