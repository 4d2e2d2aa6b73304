import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, MultiSelect, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { VendorAdapterResponse } from '@atelier/client/api';
import { CopiedText } from '../../../parts/copied-text.js';
import { isMediaKind, MEDIA_KINDS, namesModel, titleOfKind } from '../../../parts/media-kinds.js';
import { Section } from '../../../parts/section.js';
import { inWords } from '../../../parts/words.js';
import { MODEL, problemsIn, vendorEntry, type VendorFields } from './vendor-entry.js';

const EMPTY: VendorFields = { name: '', area: '', baseUrl: '', keyFrom: 'env', key: '', kinds: [] };
const KEY_SOURCES = [
  { value: 'env', label: t`In a variable of the environment` },
  { value: 'file', label: t`In a file` },
];
const NO_KEY = { value: 'none', label: t`There is none` };

/** The fields of an entry, and the entry as soon as they make one. */
export function VendorForm({ adapters }: { adapters: readonly VendorAdapterResponse[] }): ReactNode {
  const form = useForm({
    initialValues: { ...EMPTY, adapter: adapters[0]?.name ?? '' },
    validateInputOnBlur: true,
    validate: ({ adapter: name, ...fields }) => {
      const adapter = adapters.find((one) => one.name === name);
      return adapter ? problemsIn(adapter, fields) : {};
    },
  });
  const { adapter: name, ...fields } = form.values;
  const adapter = adapters.find((one) => one.name === name);
  if (!adapter) return null;
  const choose = (chosen: string | null): void => {
    form.setValues({ adapter: chosen ?? name, area: '', kinds: [], keyFrom: 'env' });
    form.clearErrors();
  };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Paper component="form" aria-label={t`The vendor`} onSubmit={(event) => event.preventDefault()}>
        <Stack>
          <Select
            label={t`Adapter`}
            description={t`What kind of vendor it is.`}
            data={adapters.map((one) => one.name)}
            allowDeselect={false}
            searchable
            value={name}
            onChange={choose}
          />
          <TextInput
            label={t`Name`}
            description={t`Kept with tasks and shown to admins.`}
            placeholder="north"
            required
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          {adapter.areas.length > 0 && (
            <Select
              label={t`Area`}
              required
              data={adapter.areas.map((area) => ({ value: area, label: inWords(area) }))}
              {...form.getInputProps('area')}
              onChange={(area) => form.setValues({ area: area ?? '', kinds: [] })}
            />
          )}
          <TextInput
            label={t`Address`}
            description={adapter.base_url === null ? undefined : t`Leave empty to use its public address.`}
            placeholder={adapter.base_url ?? 'https://…'}
            type="url"
            required={adapter.base_url === null}
            maxLength={500}
            {...form.getInputProps('baseUrl')}
          />
          <Key adapter={adapter} form={form} />
          <MultiSelect
            label={t`Kinds of tasks`}
            description={
              adapter.recipe.length === 0
                ? t`All if you choose none.`
                : t`Describe each of them in the entry.`
            }
            data={kindsOf(adapter, fields.area).map((kind) => ({ value: kind, label: titleOfKind(kind) }))}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t`All kinds` }}
            {...form.getInputProps('kinds')}
          />
        </Stack>
      </Paper>
      <Entry adapter={adapter} fields={fields} />
    </SimpleGrid>
  );
}

type Values = VendorFields & { adapter: string };
type KeyForm = Pick<UseFormReturnType<Values>, 'values' | 'getInputProps'>;

/** Where the key is found; never the key itself. */
function Key({ adapter, form }: { adapter: VendorAdapterResponse; form: KeyForm }): ReactNode {
  const { keyFrom } = form.values;
  return (
    <>
      <Select
        label={t`The key`}
        data={adapter.needs_key ? KEY_SOURCES : [...KEY_SOURCES, NO_KEY]}
        allowDeselect={false}
        {...form.getInputProps('keyFrom')}
      />
      {keyFrom !== 'none' && (
        <TextInput
          label={keyFrom === 'env' ? t`Name of the variable` : t`Path of the file`}
          description={t`Do not enter the key here.`}
          placeholder={keyFrom === 'env' ? t`NORTH_KEY` : '/run/secrets/north'}
          required
          maxLength={490}
          autoComplete="off"
          {...form.getInputProps('key')}
        />
      )}
    </>
  );
}

function Entry({ adapter, fields }: { adapter: VendorAdapterResponse; fields: VendorFields }): ReactNode {
  const isReady = Object.keys(problemsIn(adapter, fields)).length === 0;
  const hint = hintFor(adapter, fields);
  return (
    <Section title={t`The entry`}>
      {isReady ? (
        <CopiedText label={t`Entry`} text={JSON.stringify(vendorEntry(adapter, fields), null, 2)} />
      ) : (
        <Text c="dimmed">{t`The entry appears here once the required fields are filled in.`}</Text>
      )}
      {isReady && hint && <Text size="sm">{hint}</Text>}
      <Text size="sm" c="dimmed">
        <Trans>
          Add it to the list <Code>vendors</Code> of the file that <Code>VENDORS_FILE</Code> names. A file
          with a mistake is refused whole, and the log of the service names each wrong place. Then test the
          vendor on the page of vendors.
        </Trans>
      </Text>
    </Section>
  );
}

function hintFor({ recipe }: VendorAdapterResponse, { kinds }: VendorFields): string | undefined {
  if (recipe.includes('workflow'))
    return t`Each workflow is a JSON file beside the vendors file, with named places such as {{image}} and {{prompt}}.`;
  const isNamed = recipe.includes('model') || kinds.some(namesModel);
  const hints = [
    ...(isNamed ? [t`Replace ${MODEL} by the vendor’s name of a model.`] : []),
    ...(recipe.includes('input') ? [t`Name the fields of each input as the model does.`] : []),
  ];
  return hints.length > 0 ? hints.join(' ') : undefined;
}

/** Those of the area. */
function kindsOf({ kinds }: VendorAdapterResponse, area: string): string[] {
  return kinds.filter((kind) => area === '' || !isMediaKind(kind) || MEDIA_KINDS[kind].medium === area);
}
