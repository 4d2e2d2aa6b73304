export { ImageInputField, ImageInputListField } from './image-input.field.js';
export { imageTextProblem } from './image-text.js';
export { MediaInputsModule } from './media-inputs.module.js';
export { type MediaInput, MediaInputs } from './media-inputs.service.js';
