import {
  PORTRAIT_BEAUTIFIERS,
  PORTRAIT_STYLES,
  type PortraitBeautifier,
  type PortraitStyle,
  STYLE_ENGINES,
  STYLE_FLAVORS,
  type StyleEngine,
  type StyleFlavor,
} from '@atelier/engines/image';
import { type GivenImage, ImageInputField } from '#libs/media/work';
import { BooleanField, EnumField, IntField, TextField } from '#libs/platform/http';
import { PROMPT_MAX_CHARS } from './relight-prompt.field.js';
import { WebhookUrlField } from './webhook-url.field.js';

export class StyleTransferRequest {
  @ImageInputField({ description: 'The picture to restyle.', example: '/samples/portrait.jpg' })
  image!: GivenImage;

  @ImageInputField({
    description: 'The picture whose style is taken.',
    example: '/samples/painting.jpg',
    label: 'Picture with the style',
  })
  reference_image!: GivenImage;

  /** Words on colour, light and finish. */
  @TextField({ maxLength: PROMPT_MAX_CHARS, optional: true })
  prompt?: string;

  /** How strong the style is. */
  @IntField({ min: 0, max: 100, default: 100 })
  style_strength!: number;

  /** How much of the structure is kept. */
  @IntField({ min: 0, max: 100, default: 50 })
  structure_strength!: number;

  /** Whether the picture is a portrait. */
  @BooleanField({ default: false, label: 'It is a portrait' })
  is_portrait!: boolean;

  /** Portrait style; used for portraits only. */
  @EnumField({ values: PORTRAIT_STYLES, default: 'standard' })
  portrait_style!: PortraitStyle;

  /** Beautifier; used for portraits only. */
  @EnumField({ values: PORTRAIT_BEAUTIFIERS, optional: true })
  portrait_beautifier?: PortraitBeautifier;

  /** Flavor of the style. */
  @EnumField({ values: STYLE_FLAVORS, default: 'faithful' })
  flavor!: StyleFlavor;

  /** Rendering engine. */
  @EnumField({ values: STYLE_ENGINES, default: 'balanced' })
  engine!: StyleEngine;

  /** Whether the same settings consistently produce the same picture. */
  @BooleanField({ default: false })
  fixed_generation!: boolean;

  @WebhookUrlField()
  webhook_url?: string;
}
