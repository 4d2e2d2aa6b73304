export { findFaces, findOutline, findSubject, type Outline, type Subject } from './find-subject.js';
export type { Face } from './find-faces.js';
export type { Mask } from './mask.js';
export type { Box, SightPicture } from './sight-picture.js';
