export type Value = string | number | boolean | readonly string[] | null | undefined;
/** The entered values, by the path of the field; absent ones are left to the service. */
export type Values = Readonly<Record<string, Value>>;

/** A field of a form: generated from the API's schema at build time, or made from the schema of a model. */
export type Field = {
  /** The API's path: `advanced_settings.whites`. */
  path: string;
  control:
    | 'text'
    | 'number'
    /** A number that is typed, never a slider. */
    | 'figure'
    | 'switch'
    | 'choice'
    | 'choices'
    | 'words'
    | 'time'
    /** Anything else, typed as JSON. */
    | 'json'
    | 'picture'
    | 'pictures'
    | 'video';
  isWhole: boolean;
  isRequired: boolean;
  description?: string;
  default?: Value;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  enum?: readonly (string | number)[];
  /** Whether the value may be null. */
  isNullable?: boolean;
  example?: unknown;
  format?: string;
  pattern?: string;
  placeholder?: string;
  /** Whether a dialog opens with the focus here. */
  hasFocus?: boolean;
  /** Of `words`: others may be typed. */
  suggestions?: readonly string[];
  /** The label, where the name would not do. */
  'x-label'?: string;
  /** Texts for people, where description or values are not suitable. */
  'x-form'?: { help?: string; choices?: Readonly<Record<string, string>> };
  /** Of a video model: lengths and resolutions of each. */
  'x-sizes'?: ModelSizes;
};

/** By model; the first resolution is the default. */
export type ModelSizes = Readonly<
  Record<
    string,
    {
      default_duration: number;
      sizes: readonly { from: number; to: number; resolutions: readonly string[] }[];
    }
  >
>;

export function isBlank(value: Value): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** What turns a text field into a choice, in a form's list of fields. */
export function choicesOf(choices: readonly { value: string; label: string }[]) {
  return {
    enum: choices.map(({ value }) => value),
    choices: Object.fromEntries(choices.map(({ value, label }) => [value, label])),
  };
}
