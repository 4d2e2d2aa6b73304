import {
  RELIGHT_ENGINES,
  RELIGHT_STYLES,
  type RelightEngine,
  type RelightStyle,
  TRANSFER_LIGHT_A,
  TRANSFER_LIGHT_B,
  type TransferLightA,
  type TransferLightB,
} from '#libs/engines/image';
import { ImageInputField, type ImageText } from '#libs/media-inputs';
import { BooleanField, EnumField, FieldsRule, NumberField, ObjectField } from '#libs/platform/http';
import { WebhookUrlField } from './webhook-url.field.js';
import { PROMPT_MAX_CHARS, RelightPromptField } from './relight-prompt.field.js';

const neutral = { min: 0, max: 100, default: 50 } as const;

/** Fine adjustments of a relight. */
export class RelightAdvancedSettings {
  @NumberField({ description: 'Bright end of the picture; 50 is neutral.', ...neutral })
  whites!: number;

  @NumberField({ description: 'Dark end of the picture; 50 is neutral.', ...neutral })
  blacks!: number;

  @NumberField({ description: 'Brightness; 50 is neutral.', ...neutral })
  brightness!: number;

  @NumberField({ description: 'Contrast; 50 is neutral.', ...neutral })
  contrast!: number;

  @NumberField({ description: 'Saturation; 50 is neutral.', ...neutral })
  saturation!: number;

  @EnumField({ description: 'Rendering engine.', values: RELIGHT_ENGINES, default: 'automatic' })
  engine!: RelightEngine;

  @EnumField({
    description: 'How much light is transferred.',
    values: TRANSFER_LIGHT_A,
    default: 'automatic',
  })
  transfer_light_a!: TransferLightA;

  @EnumField({
    description: 'How the transferred light is shaped.',
    values: TRANSFER_LIGHT_B,
    default: 'automatic',
  })
  transfer_light_b!: TransferLightB;

  @BooleanField({ description: 'Whether equal settings give the same picture every time.', default: false })
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
  @ImageInputField({ description: 'The image to relight.', example: '/samples/room.jpg' })
  image!: ImageText;

  @RelightPromptField({
    description: `Guides the light. Stress a part by \`(text:weight)\` with a weight from 1 to 1.4. At most ${PROMPT_MAX_CHARS} characters.`,
    optional: true,
    example: 'warm (sunset:1.3) from the left',
  })
  prompt?: string;

  @ImageInputField({
    description: 'An image whose light is taken over. Not together with transfer_light_from_lightmap.',
    optional: true,
  })
  transfer_light_from_reference_image?: ImageText;

  @ImageInputField({
    description: 'A map of the light to apply. Not together with transfer_light_from_reference_image.',
    optional: true,
  })
  transfer_light_from_lightmap?: ImageText;

  @NumberField({
    description: '0 stays closest to the original, 100 is the maximum transfer.',
    min: 0,
    max: 100,
    default: 100,
  })
  light_transfer_strength!: number;

  @BooleanField({ description: 'Whether the result is interpolated from the original.', default: false })
  interpolate_from_original!: boolean;

  @BooleanField({
    description: 'Whether the background changes with the prompt or the reference.',
    default: true,
  })
  change_background!: boolean;

  @EnumField({ description: 'Style of the light.', values: RELIGHT_STYLES, default: 'standard' })
  style!: RelightStyle;

  @BooleanField({ description: 'Whether texture and small details are kept.', default: true })
  preserve_details!: boolean;

  @ObjectField({ description: 'Fine adjustments.', type: () => RelightAdvancedSettings, optional: true })
  advanced_settings?: RelightAdvancedSettings;

  @WebhookUrlField()
  webhook_url?: string;
}
