export { ImageInputField, ImageInputListField } from './image-input.field.js';
export { claimedPixelsOf, type ImageText, isImageText, type WithReferences } from './image-text.js';
export { imageTypeOf } from './image-type.js';
export { MediaInputsModule } from './media-inputs.module.js';
export { type MediaInput, MediaInputs, type UrlInput } from './media-inputs.js';
