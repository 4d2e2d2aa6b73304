import type { MediaInput } from '#libs/media/work';
import { RelightRequest } from './dto/relight.request.js';
import {
  CreativeSkinRequest,
  FaithfulSkinRequest,
  FlexibleSkinRequest,
  SKIN_URL_SCHEMES,
} from './dto/skin-enhancer.request.js';
import { StyleTransferRequest } from './dto/style-transfer.request.js';
import type { ImageKind } from './image-kinds.js';

export type ImageEndpoint = {
  /** Below `IMAGE_BASE`. */
  path: string;
  request: new () => object;
  imageFields: readonly string[];
  schemes?: MediaInput['schemes'];
};

export const IMAGE_BASE = 'proxy/imgprov/v1/ai';

const skin = { imageFields: ['image'], schemes: SKIN_URL_SCHEMES };

/** The endpoints that start image tasks; each can be quoted. */
export const IMAGE_ENDPOINTS: Readonly<Record<ImageKind, ImageEndpoint>> = {
  'image-relight': {
    path: 'image-relight',
    request: RelightRequest,
    imageFields: ['image', 'transfer_light_from_reference_image', 'transfer_light_from_lightmap'],
  },
  'image-style-transfer': {
    path: 'image-style-transfer',
    request: StyleTransferRequest,
    imageFields: ['image', 'reference_image'],
  },
  'skin-enhancer-faithful': { path: 'skin-enhancer/faithful', request: FaithfulSkinRequest, ...skin },
  'skin-enhancer-creative': { path: 'skin-enhancer/creative', request: CreativeSkinRequest, ...skin },
  'skin-enhancer-flexible': { path: 'skin-enhancer/flexible', request: FlexibleSkinRequest, ...skin },
};
