import type { DigitalSourceType } from '../provenance/index.js';

/** The declared origin of this engine's videos and their covers. */
export const VIDEO_SOURCE_TYPE: DigitalSourceType = 'composite';
