import { SKIN_OPTIMIZATIONS, type SkinOptimization } from '@atelier/engines/image';
import { type GivenImage, ImageInputField } from '#libs/media/work';
import { EnumField, IntField } from '#libs/platform/http';
import { WebhookUrlField } from './webhook-url.field.js';

/** Source: service.md, Image endpoints. */
export const SKIN_URL_SCHEMES = ['https'] as const;
const percent = { min: 0, max: 100 } as const;

export class SkinEnhancerRequest {
  @ImageInputField({
    description: 'The picture to enhance. A URL must be https and publicly accessible, or one of ours.',
    schemes: SKIN_URL_SCHEMES,
    example: '/samples/portrait.jpg',
  })
  image!: GivenImage;

  /** How much to sharpen. */
  @IntField({ ...percent, default: 0 })
  sharpen!: number;

  /** How much grain to add. */
  @IntField({ ...percent, default: 2 })
  smart_grain!: number;

  @WebhookUrlField()
  webhook_url?: string;
}

/** Skin enhancement that preserves the original appearance. */
export class FaithfulSkinRequest extends SkinEnhancerRequest {
  /** How much of the skin's own detail is kept. */
  @IntField({ ...percent, default: 80 })
  skin_detail!: number;
}

/** More artistic and stylized skin enhancement. */
export class CreativeSkinRequest extends SkinEnhancerRequest {}

/** Skin enhancement tuned for a purpose. */
export class FlexibleSkinRequest extends SkinEnhancerRequest {
  /** What to optimise for. */
  @EnumField({ values: SKIN_OPTIMIZATIONS, default: 'enhance_skin' })
  optimized_for!: SkinOptimization;
}
