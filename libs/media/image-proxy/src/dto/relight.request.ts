import {
  RELIGHT_ENGINES,
  RELIGHT_STYLES,
  type RelightEngine,
  type RelightStyle,
  TRANSFER_LIGHT_A,
  TRANSFER_LIGHT_B,
  type TransferLightA,
  type TransferLightB,
} from '@atelier/engines/image';
import { type GivenImage, ImageInputField } from '#libs/media/work';
import { BooleanField, EnumField, FieldsRule, NumberField, ObjectField } from '#libs/platform/http';
import { WebhookUrlField } from './webhook-url.field.js';
import { RelightPromptField } from './relight-prompt.field.js';

const neutral = { min: 0, max: 100, default: 50 } as const;

export class RelightAdvancedSettings {
  /** Bright end of the picture; 50 is neutral. */
  @NumberField(neutral)
  whites!: number;

  /** Dark end of the picture; 50 is neutral. */
  @NumberField(neutral)
  blacks!: number;

  /** Brightness; 50 is neutral. */
  @NumberField(neutral)
  brightness!: number;

  /** Contrast; 50 is neutral. */
  @NumberField(neutral)
  contrast!: number;

  /** Saturation; 50 is neutral. */
  @NumberField(neutral)
  saturation!: number;

  /** Rendering engine. */
  @EnumField({ values: RELIGHT_ENGINES, default: 'automatic' })
  engine!: RelightEngine;

  /** How much light is transferred. */
  @EnumField({
    values: TRANSFER_LIGHT_A,
    default: 'automatic',
    label: 'Amount of transferred light',
  })
  transfer_light_a!: TransferLightA;

  /** How the transferred light is shaped. */
  @EnumField({
    values: TRANSFER_LIGHT_B,
    default: 'automatic',
    label: 'Shape of transferred light',
  })
  transfer_light_b!: TransferLightB;

  /** Whether equal settings give the same picture every time. */
  @BooleanField({ default: false })
  fixed_generation!: boolean;
}

/** What to relight, and how. Its light comes from one image at most. */
@FieldsRule<RelightRequest>(
  ({ transfer_light_from_lightmap: map, transfer_light_from_reference_image: image }) =>
    map !== undefined && image !== undefined
      ? 'transfer_light_from_lightmap must not be sent together with transfer_light_from_reference_image'
      : undefined,
)
export class RelightRequest {
  @ImageInputField({ description: 'The picture to relight.', example: '/samples/room.jpg' })
  image!: GivenImage;

  @RelightPromptField({
    description: 'Guides the light. Stress a part by `(text:weight)` with a weight from 1 to 1.4.',
    optional: true,
    example: 'warm (sunset:1.3) from the left',
  })
  prompt?: string;

  @ImageInputField({
    description: 'A picture whose light is taken over. Not together with a light map.',
    optional: true,
    label: 'Picture with the light',
  })
  transfer_light_from_reference_image?: GivenImage;

  @ImageInputField({
    description: 'A map of the light to apply. Not together with a picture that gives it.',
    optional: true,
    label: 'Light map',
  })
  transfer_light_from_lightmap?: GivenImage;

  /** 0 stays closest to the original, 100 is the maximum transfer. */
  @NumberField({ min: 0, max: 100, default: 100 })
  light_transfer_strength!: number;

  /** Whether the result is interpolated from the original. */
  @BooleanField({ label: 'Blend with the original', default: false })
  interpolate_from_original!: boolean;

  /** Whether the background changes with the prompt or the reference. */
  @BooleanField({ default: true })
  change_background!: boolean;

  /** Style of the light. */
  @EnumField({ values: RELIGHT_STYLES, default: 'standard' })
  style!: RelightStyle;

  /** Whether texture and small details are kept. */
  @BooleanField({ default: true })
  preserve_details!: boolean;

  /** Fine adjustments. */
  @ObjectField({ type: () => RelightAdvancedSettings, optional: true })
  advanced_settings?: RelightAdvancedSettings;

  @WebhookUrlField()
  webhook_url?: string;
}
