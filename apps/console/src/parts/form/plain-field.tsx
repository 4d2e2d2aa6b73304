import { t } from '@lingui/core/macro';
import {
  Group,
  Input,
  JsonInput,
  MultiSelect,
  NumberInput,
  Select,
  Slider,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useId } from 'react';
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
      return props.field.default === undefined ? <OpenSwitch {...props} /> : <SwitchField {...props} />;
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
      minRows={isPrompt(field.path) ? 2 : 1}
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
  const { value, field, onChange } = props;
  const { label, description, error } = wordsOf(props);
  return (
    <Switch
      label={label}
      description={description}
      error={error}
      checked={(value ?? field.default) === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Yes, no, or the service's default. */
function OpenSwitch(props: FieldProps): ReactNode {
  return (
    <Select
      {...wordsOf(props)}
      data={[
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
      placeholder={t`Default`}
      clearable
      clearButtonProps={{ 'aria-label': t`Default: ${labelOf(props.field.path, [props.field])}` }}
      value={props.value === undefined || props.value === null ? null : String(props.value)}
      onChange={(value) => props.onChange(value === null ? undefined : value === 'true')}
    />
  );
}

function ChoiceField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const chosen = value ?? field.default;
  const isOpen = field.default === undefined && !field.isRequired;
  return (
    <Select
      {...wordsOf(props)}
      data={(field.enum ?? []).map((one) => ({ value: String(one), label: choiceLabel(field, one) }))}
      value={chosen === undefined || chosen === null ? null : String(chosen)}
      onChange={(text) => onChange(field.enum?.find((one) => String(one) === text))}
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

function NumberField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const { control } = field;
  return (
    <NumberInput
      {...wordsOf(props)}
      value={typeof value === 'number' ? value : ''}
      onChange={(entered) => onChange(typeof entered === 'number' ? entered : undefined)}
      allowDecimal={!field.isWhole}
      clampBehavior="blur"
      step={stepOf(field)}
      {...(field.minimum === undefined ? {} : { min: field.minimum })}
      {...(field.maximum === undefined ? {} : { max: field.maximum })}
      placeholder={field.placeholder ?? String(field.default ?? (control === 'figure' ? '' : t`Default`))}
      thousandSeparator={control === 'figure' ? ',' : undefined}
      maw={240}
    />
  );
}

function SliderField(props: FieldProps): ReactNode {
  const { field, value, onChange } = props;
  const id = useId();
  const { label, description, error } = wordsOf(props);
  const { minimum = 0, maximum = 100 } = field;
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
          min={minimum}
          max={maximum}
          step={stepOf(field)}
          value={shown}
          onChange={onChange}
          label={null}
          thumbLabel={label}
          marks={[{ value: usual }]}
        />
        <NumberInput
          id={id}
          aria-label={t`${label}, number`}
          value={shown}
          onChange={(entered) => onChange(typeof entered === 'number' ? entered : undefined)}
          min={minimum}
          max={maximum}
          step={stepOf(field)}
          clampBehavior="blur"
          allowDecimal={!field.isWhole}
          w={76}
          size="xs"
        />
      </Group>
      {shown !== usual && <Text size="xs" c="dimmed">{t`Default: ${usual}`}</Text>}
    </Input.Wrapper>
  );
}
