import type { ReactNode } from 'react';
import { descriptionOf, labelOf } from '../../../parts/form/field-words.js';
import type { Field, Value } from '../../../parts/form/field.js';
import { MediaField } from './media-field.js';
import { PlainField } from '../../../parts/form/plain-field.js';

export function FormField({
  field,
  value,
  error,
  samples,
  takesPasted,
  onChange,
}: {
  field: Field;
  value: Value;
  error?: string | undefined;
  samples: readonly string[];
  takesPasted: boolean;
  /** Takes an updater, as an upload may end after other changes. */
  onChange: (next: (value: Value) => Value) => void;
}): ReactNode {
  const { control, maxItems = 1, path } = field;
  if (control !== 'picture' && control !== 'pictures' && control !== 'video')
    return <PlainField field={field} value={value} error={error} onChange={(next) => onChange(() => next)} />;
  const isList = control === 'pictures';
  return (
    <MediaField
      label={labelOf(path, [field])}
      description={descriptionOf(field)}
      error={error}
      isRequired={field.isRequired}
      medium={control === 'video' ? 'video' : 'picture'}
      max={isList ? maxItems : 1}
      urls={urlsOf(value)}
      samples={samplesFor(field, samples)}
      takesPasted={takesPasted}
      onChange={(changed) =>
        onChange((before) => {
          const urls = changed(urlsOf(before));
          return isList ? urls : urls[0];
        })
      }
    />
  );
}

function urlsOf(value: Value): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function samplesFor({ control, path }: Field, samples: readonly string[]): readonly string[] {
  if (path === 'transfer_light_from_lightmap') return ['lightmap.png'];
  if (path === 'wm_url') return [];
  const isVideo = control === 'video';
  return samples.filter((name) => name.endsWith('.mp4') === isVideo);
}
