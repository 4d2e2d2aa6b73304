export { drawCartoon } from './cartoon.js';
export { ANIME } from './cartoon-look.js';
export { ImageEngine, type ImageEngineOptions } from './image-engine.js';
export {
  ImageEngineBusy,
  ImageEngineCrashed,
  ImageEngineError,
  type ImageEngineErrorCode,
  ImageEngineFailed,
  ImageInterrupted,
  ImageTooLarge,
  UndecodableImage,
} from './image-engine.errors.js';
export { type ImageFormat, SNIFF_BYTES, sniffImage } from './image-format.js';
export { claimedPixels, isAnimated } from './image-header.js';
export { type ImageJobOptions, type ImageOutput } from './image-job.js';
export { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, shapeProblem } from './image-limits.js';
export { PICTURE_SOURCE_TYPE } from './picture-source-type.js';
export { boxBlur } from './plane.js';
export { PROMPT_WEIGHT_MAX, PROMPT_WEIGHT_MIN, promptWeights } from './prompt-parts.js';
export {
  RELIGHT_ENGINES,
  RELIGHT_STYLES,
  type RelightEngine,
  type RelightInput,
  type RelightSettings,
  type RelightStyle,
  TRANSFER_LIGHT_A,
  TRANSFER_LIGHT_B,
  type TransferLightA,
  type TransferLightB,
} from './relight-settings.js';
export { randomFrom } from './seeded-random.js';
export {
  SKIN_OPTIMIZATIONS,
  type SkinInput,
  type SkinMode,
  type SkinOptimization,
  type SkinSettings,
} from './skin-settings.js';
export {
  PORTRAIT_BEAUTIFIERS,
  PORTRAIT_STYLES,
  type PortraitBeautifier,
  type PortraitStyle,
  STYLE_ENGINES,
  STYLE_FLAVORS,
  type StyleEngine,
  type StyleFlavor,
  type StyleTransferInput,
  type StyleTransferSettings,
} from './style-transfer-settings.js';
