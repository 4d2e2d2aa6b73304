export { type ColourLines, colourLines } from './colour-lines.js';
export { findSubject, outlineByColour, type Outline, type Subject } from './find-subject.js';
export type { Face } from './find-faces.js';
export type { Mask } from './mask.js';
export { type Box, gridOf, type SightPicture } from './sight-picture.js';
