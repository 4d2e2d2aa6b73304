import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { fieldProblems } from '../../api/field-problems.js';
import { type Field, isBlank, type Value, type Values } from './field.js';
import { descriptionOf, labelOf } from './field-words.js';
import { PlainField } from './plain-field.js';

/** What a control gets that replaces the one of the schema. */
export type ControlProps<Body> = {
  label: string;
  description: string;
  required: boolean;
  error: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  /** All values of the form. */
  values: Partial<Body>;
  /** Changes other fields. */
  set: (values: Partial<Body>) => void;
};

/** A field of a form by its name, with what differs from its schema. */
export type FieldOf<Body> =
  | (keyof Body & string)
  | ({
      path: keyof Body & string;
      label?: string;
      description?: string;
      /** Labels of the values of an `enum`. */
      choices?: Readonly<Record<string, string>>;
      control?: (props: ControlProps<Body>) => ReactNode;
    } & Partial<
      Pick<Field, 'isRequired' | 'placeholder' | 'suggestions' | 'enum' | 'default' | 'minimum' | 'maximum'>
    >);

export type FieldsProps<Body> = {
  /** From `api/generated/bodies`: the fields of the operation. */
  schema: readonly Field[];
  /** Those shown, in this order. */
  fields: readonly FieldOf<Body>[];
  /** The values before the reader enters some, such as what is saved. */
  initial?: Partial<Body> | undefined;
  /** Whether `initial` is saved: emptied fields are then sent, too. */
  isEdit?: boolean | undefined;
  /** Finds what the API would not refuse, by field. */
  check?: ((body: Body) => Record<string, string>) | undefined;
  /** Codes of errors that are about one field: `{ email_taken: 'email' }`. */
  codes?: Readonly<Record<string, keyof Body & string>> | undefined;
};

/** The fields of a request, with what the reader entered and what the API says of it. */
export function useFields<Body extends object>(props: FieldsProps<Body>) {
  const { schema, fields, initial = {}, isEdit = false, check, codes = {} } = props;
  const [entered, setEntered] = useState<Values>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const saved = initial as Values;
  const values: Values = { ...saved, ...entered };
  const shown = fields.map((one) => fieldOf(schema, one));
  const body = bodyOf(
    shown.map(({ field }) => field),
    values,
    isEdit,
  ) as Body;
  const set = (next: Values): void => {
    setEntered((before) => ({ ...before, ...next }));
    setProblems((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(next).map((path) => [path, ''])),
    }));
  };
  /** Notes the error: at its fields, or as that of the whole form. */
  const refuse = (error: unknown): void => {
    const code = error instanceof ApiError ? codes[error.code] : undefined;
    const found =
      code === undefined
        ? fieldProblems(
            error,
            shown.map(({ field }) => field.path),
          )
        : { [code]: (error as ApiError).message };
    setProblems(found);
    setFailure(Object.keys(found).length > 0 ? undefined : error);
  };
  return {
    controls: shown.map(({ field, control }, index) => (
      <Control
        key={field.path}
        field={{ ...withSwitch(field, saved), hasFocus: index === 0 }}
        draw={control}
        values={values as Partial<Body>}
        error={problems[field.path] || undefined}
        set={set}
      />
    )),
    values: values as Partial<Body>,
    body,
    failure,
    isChanged: Object.entries(entered).some(([path, value]) => !isSame(value, saved[path])),
    /** Whether the request can be sent; shows what speaks against it. */
    isFit: (): boolean => {
      const missing = shown.filter(({ field }) => field.isRequired && isBlank(values[field.path]));
      const found = {
        ...check?.(body),
        ...Object.fromEntries(missing.map(({ field: { path } }) => [path, t`This field is required.`])),
      };
      setProblems(found);
      setFailure(undefined);
      return Object.keys(found).length === 0;
    },
    refuse,
    clear: (): void => {
      setEntered({});
      refuse(undefined);
    },
  };
}

function Control<Body extends object>({
  field,
  draw,
  values,
  error,
  set,
}: {
  field: Field;
  draw: ((props: ControlProps<Body>) => ReactNode) | undefined;
  values: Partial<Body>;
  error: string | undefined;
  set: (values: Values) => void;
}): ReactNode {
  const value = (values as Values)[field.path];
  const onChange = (next: Value): void => set({ [field.path]: next });
  if (!draw) return <PlainField field={field} value={value} error={error} onChange={onChange} />;
  return draw({
    label: labelOf(field.path, [field]),
    description: descriptionOf(field),
    required: field.isRequired,
    error,
    value,
    onChange,
    values,
    set: set as (next: Partial<Body>) => void,
  });
}

function fieldOf<Body>(schema: readonly Field[], one: FieldOf<Body>) {
  const { path, label, description, choices, control, ...changes } =
    typeof one === 'string' ? { path: one } : one;
  const known = schema.find((field) => field.path === path);
  if (!known) throw new Error(`The operation has no field ${path}.`);
  const words = {
    ...known['x-form'],
    ...(description !== undefined && { help: description }),
    ...(choices && { choices }),
  };
  const named = label === undefined ? {} : { 'x-label': label };
  const asChoice = changes.enum && known.control === 'text' ? ({ control: 'choice' } as const) : {};
  return { field: { ...known, ...changes, ...named, ...asChoice, 'x-form': words } as Field, control };
}

/** Yes or no where the value is known, without a third state. */
function withSwitch(field: Field, saved: Values): Field {
  return field.control === 'switch' && typeof saved[field.path] === 'boolean'
    ? { ...field, default: saved[field.path] }
    : field;
}

function bodyOf(fields: readonly Field[], values: Values, isEdit: boolean): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { path, isNullable, control } of fields) {
    const value = typeof values[path] === 'string' ? values[path].trim() : values[path];
    if (!isBlank(value)) body[path] = value;
    else if (isEdit && isNullable) body[path] = null;
    else if (isEdit && value !== undefined && control !== 'choice') body[path] = value;
  }
  return body;
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(isBlank(one) ? null : one) === JSON.stringify(isBlank(other) ? null : other);
}
