import { t } from '@lingui/core/macro';
import {
  Group,
  Input,
  JsonInput,
  MultiSelect,
  NumberInput,
  type NumberInputProps,
  Select,
  Slider,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { count } from '../numbers.js';
import { choiceLabel, descriptionOf, isPrompt, labelOf } from './field-words.js';
import type { Field, Value } from './field.js';

type FieldProps = {
  field: Field;
  value: Value;
  error?: string | undefined;
  onChange: (value: Value) => void;
};

/** Longer texts get a text area. */
const LINE_CHARS = 256;
/** Wider ranges are typed in. */
const SLIDER_STEPS = 1000;
/** Fractions matter within a narrower range. */
const NARROW_RANGE = 20;
const FINE_STEP = 0.05;

/** A field other than media; its control depends on the schema. */
export function PlainField(props: FieldProps): ReactNode {
  switch (props.field.control) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'switch':
      return props.field.default === undefined ? <ChoiceField {...props} /> : <SwitchField {...props} />;
    case 'number':
      return isSlider(props.field) ? <SliderField {...props} /> : <NumberField {...props} />;
    case 'figure':
      return <NumberField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    case 'words':
      return <WordsField {...props} />;
    case 'time':
      return <TimeField {...props} />;
    case 'json':
      return <JsonField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

function isSlider({ minimum, maximum, default: usual }: Field): boolean {
  return (
    usual !== undefined && minimum !== undefined && maximum !== undefined && maximum - minimum <= SLIDER_STEPS
  );
}

function stepOf({ isWhole, minimum = -Infinity, maximum = Infinity }: Field): number {
  return isWhole || maximum - minimum > NARROW_RANGE ? 1 : FINE_STEP;
}

function wordsOf({ field, error }: FieldProps) {
  return {
    label: labelOf(field.path, [field]),
    description: descriptionOf(field),
    error,
    required: field.isRequired,
    'data-autofocus': field.hasFocus || undefined,
  };
}

function TextField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const words = { ...wordsOf(props), placeholder: field.placeholder ?? String(field.default ?? '') };
  const text = typeof value === 'string' ? value : '';
  const { maxLength: max = 0, format } = field;
  if (isLine(field))
    return (
      <TextInput
        {...words}
        type={format === 'email' ? 'email' : 'text'}
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const counter =
    text.length > max / 2 || isPrompt(field.path)
      ? t` ${count(text.length)} of ${count(max)} characters.`
      : '';
  return (
    <Textarea
      {...words}
      description={words.description + counter}
      error={text.length > max ? t`must be at most ${count(max)} characters` : words.error}
      value={text}
      autosize
      minRows={isPrompt(field.path) ? 2 : max > 2_000 ? 4 : 1}
      maxRows={8}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Names, addresses and patterns are one line, however long they may be. */
function isLine({ maxLength = 0, path, format, pattern }: Field): boolean {
  return maxLength <= LINE_CHARS || /_url$|^url$/.test(path) || format !== undefined || pattern !== undefined;
}

function ChoicesField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  return (
    <MultiSelect
      {...wordsOf(props)}
      data={(field.enum ?? []).map((one) => ({ value: String(one), label: choiceLabel(field, one) }))}
      value={listOf(value)}
      onChange={onChange}
      searchable
      clearable
    />
  );
}

function WordsField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  return (
    <TagsInput
      {...wordsOf(props)}
      placeholder={listOf(value).length === 0 ? t`Press Enter after each` : undefined}
      data={[...(field.suggestions ?? [])]}
      maxTags={field.maxItems}
      value={listOf(value)}
      onChange={onChange}
      acceptValueOnBlur
    />
  );
}

function JsonField(props: FieldProps): ReactNode {
  const { value, error, onChange } = props;
  return (
    <JsonInput
      {...wordsOf(props)}
      {...(error === undefined && { error: undefined, validationError: t`This is not JSON.` })}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      formatOnBlur
      autosize
      minRows={2}
      maxRows={12}
    />
  );
}

/** A time in the reader's zone, as the API's text. */
function TimeField(props: FieldProps): ReactNode {
  const { value, onChange } = props;
  return (
    <TextInput
      {...wordsOf(props)}
      type="datetime-local"
      value={typeof value === 'string' ? localTime(value) : ''}
      onChange={({ currentTarget: { value: local } }) =>
        onChange(local === '' ? undefined : new Date(local).toISOString())
      }
    />
  );
}

function localTime(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function listOf(value: Value): string[] {
  return Array.isArray(value) ? [...(value as readonly string[])] : [];
}

function SwitchField(props: FieldProps): ReactNode {
  const { label, description, error } = wordsOf(props);
  return (
    <Switch
      label={label}
      description={description}
      error={error}
      checked={(props.value ?? props.field.default) === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

/** One of several, or the service's default. */
function ChoiceField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const choices = field.enum ?? [true, false];
  const nameOf = (one: (typeof choices)[number]): string =>
    typeof one === 'boolean' ? (one ? t`Yes` : t`No`) : choiceLabel(field, one);
  const chosen = value ?? field.default;
  const isOpen = field.default === undefined && !field.isRequired;
  return (
    <Select
      {...wordsOf(props)}
      data={choices.map((one) => ({ value: String(one), label: nameOf(one) }))}
      value={chosen === undefined || chosen === null ? null : String(chosen)}
      onChange={(text) => onChange(choices.find((one) => String(one) === text))}
      allowDeselect={isOpen}
      {...(isOpen
        ? {
            placeholder: t`Default`,
            clearable: true,
            clearButtonProps: { 'aria-label': t`Default: ${labelOf(field.path, [field])}` },
          }
        : {})}
    />
  );
}

/** What number inputs of a field have in common. */
function numbersOf({ field, onChange }: FieldProps): NumberInputProps {
  return {
    onChange: (entered) => onChange(typeof entered === 'number' ? entered : undefined),
    allowDecimal: !field.isWhole,
    clampBehavior: 'blur',
    step: stepOf(field),
    ...(field.minimum === undefined ? {} : { min: field.minimum }),
    ...(field.maximum === undefined ? {} : { max: field.maximum }),
  };
}

function NumberField(props: FieldProps): ReactNode {
  const { field, value } = props;
  const isFigure = field.control === 'figure';
  return (
    <NumberInput
      {...wordsOf(props)}
      {...numbersOf(props)}
      value={typeof value === 'number' ? value : ''}
      placeholder={field.placeholder ?? String(field.default ?? (isFigure ? '' : t`Default`))}
      thousandSeparator={isFigure ? ',' : undefined}
      maw={240}
    />
  );
}

function SliderField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const { label, description, error } = wordsOf(props);
  const usual = Number(field.default);
  const shown = typeof value === 'number' ? value : usual;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <Group wrap="nowrap" gap="md" mt={4}>
        <Slider
          flex={1}
          min={field.minimum ?? 0}
          max={field.maximum ?? 100}
          step={stepOf(field)}
          value={shown}
          onChange={onChange}
          label={null}
          thumbLabel={label}
          marks={[{ value: usual }]}
        />
        <NumberInput {...numbersOf(props)} aria-label={t`${label}, number`} value={shown} w={76} size="xs" />
      </Group>
      {shown !== usual && <Text size="xs" c="dimmed">{t`Default: ${usual}`}</Text>}
    </Input.Wrapper>
  );
}
