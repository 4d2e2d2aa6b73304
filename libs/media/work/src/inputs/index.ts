export { ImageInputField, ImageInputListField } from './image-input.field.js';
export { GivenImage, type WithReferences } from './given-image.js';
export { imageTypeOf } from './image-type.js';
export { audioTypeOf, videoTypeOf } from './media-types.js';
export { MediaInputsModule } from './media-inputs.module.js';
export { type MediaInput, MediaInputs, type UrlInput } from './media-inputs.js';
