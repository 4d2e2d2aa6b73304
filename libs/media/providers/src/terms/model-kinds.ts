/** The value of one field, as JSON Schema. */
export type InputField = Readonly<{
  type: 'string' | 'integer' | 'number' | 'boolean';
  title?: string | undefined;
  description?: string | undefined;
  /** `picture` for Base64 or the address of a picture. */
  format?: 'picture' | undefined;
  enum?: readonly (string | number)[] | undefined;
  default?: string | number | boolean | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
}>;

/** What a model takes, as JSON Schema. */
export type InputSchema = Readonly<{
  type: 'object';
  properties: Readonly<Record<string, InputField>>;
  required: readonly string[];
  additionalProperties: false;
  /** Inputs to try; pictures are left to the caller. */
  examples?: readonly Readonly<Record<string, string>>[] | undefined;
}>;

/** A model of a vendor that callers choose by its name. */
export type OfferedModel = { kind: string; name: string; input: InputSchema };

const picture = (description: string): InputField => ({ type: 'string', format: 'picture', description });
const side: InputField = { type: 'integer', minimum: 16, maximum: 16_384 };

/** The fields that mean the same for all models. */
export const MODEL_FIELDS: Readonly<Record<string, InputField>> = {
  prompt: { type: 'string', minLength: 1, maxLength: 10_000, description: 'What to make, in words.' },
  negative_prompt: { type: 'string', maxLength: 10_000, description: 'What must not be there, in words.' },
  text: { type: 'string', minLength: 1, maxLength: 40_000, description: 'The words to say.' },
  voice: {
    ...{ type: 'string', minLength: 1, maxLength: 200, description: 'The voice, as the model calls it.' },
    // Some vendors have it in their path.
    pattern: String.raw`^(?!\.{1,2}$)`,
  },
  language: { type: 'string', minLength: 1, maxLength: 35, description: 'The language, such as en.' },
  speed: { type: 'number', minimum: 0.25, maximum: 4, description: 'How fast to speak; 1 is usual.' },
  image: picture('The picture.'),
  image_2: picture('A second picture, such as a reference or the end frame.'),
  image_3: picture('A third picture.'),
  image_4: picture('A fourth picture.'),
  mask: picture('Where the picture may change.'),
  width: { ...side, description: 'Width of the result, in pixels.' },
  height: { ...side, description: 'Height of the result, in pixels.' },
  aspect_ratio: { type: 'string', pattern: '^\\d{1,2}:\\d{1,2}$', description: 'Such as 16:9.' },
  resolution: { type: 'string', minLength: 1, maxLength: 20, description: 'Such as 720p.' },
  duration: { type: 'number', minimum: 0.1, maximum: 600, description: 'Length of the video, in seconds.' },
  strength: { type: 'number', minimum: 0, maximum: 1, description: 'How much of the picture may change.' },
  scale: { type: 'number', minimum: 1, maximum: 16, description: 'How many times larger each side becomes.' },
  seed: {
    type: 'integer',
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'The same seed repeats a result.',
  },
};

/** The kinds of tasks that name a model of a vendor, and the fields without which there is no such task. */
export const MODEL_KINDS: Readonly<Record<string, readonly string[]>> = {
  'text-to-image': ['prompt'],
  'image-edit': ['prompt', 'image'],
  upscale: ['image'],
  'remove-background': ['image'],
  'text-to-video': ['prompt'],
  'image-to-video': ['image'],
  'text-to-speech': ['text'],
};

const SCENES = [
  { prompt: 'a lighthouse at dusk, soft light' },
  { prompt: 'a red bicycle in the rain' },
] as const;

/** Inputs to try, by kind. */
export const MODEL_EXAMPLES: Readonly<Record<string, InputSchema['examples']>> = {
  'text-to-image': SCENES,
  'image-edit': [{ prompt: 'make it a rainy evening' }, { prompt: 'turn it into a pencil drawing' }],
  'text-to-video': SCENES,
  'image-to-video': [{ prompt: 'slow push in' }, { prompt: 'the light changes from day to night' }],
  'text-to-speech': [{ text: 'Good evening, and welcome.' }, { text: 'The next train leaves at nine.' }],
};

export const MODEL_KIND_NAMES: readonly string[] = Object.keys(MODEL_KINDS);

export function isModelKind(kind: string): boolean {
  return Object.hasOwn(MODEL_KINDS, kind);
}
