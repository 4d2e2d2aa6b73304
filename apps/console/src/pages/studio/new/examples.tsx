import { translated } from '#language';
import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addressOptions } from '../../../api/samples.js';
import type { Value, Values } from '../../../parts/form/field.js';
import type { Example, FormSchema } from './form-schema.js';
import classes from './media-field.module.css';

/** Requests to try: one click fills in the form. */
export function Examples({
  form: { fields, examples },
  onPick,
}: {
  form: FormSchema;
  onPick: (values: Values) => void;
}): ReactNode {
  const { data: address } = useQuery(addressOptions);
  if (examples.length === 0 || address === undefined) return null;
  return (
    <Group gap="xs" role="group" aria-label={t`Examples`}>
      <Text size="sm" c="dimmed">{t`Try`}</Text>
      {examples.map((example) => (
        <Button
          key={example.title}
          size="compact-sm"
          variant="default"
          leftSection={pictureOf(example)}
          onClick={() =>
            onPick(
              Object.fromEntries(fields.map(({ path }) => [path, atAddress(example.values[path], address)])),
            )
          }
        >
          {translated(example.title)}
        </Button>
      ))}
    </Group>
  );
}

function pictureOf({ values }: Example): ReactNode {
  const picture = Object.values(values)
    .flat()
    .find((value) => typeof value === 'string' && /^\/samples\/.*\.jpg$/.test(value));
  return picture !== undefined && <img src={String(picture)} alt="" className={classes.tiny} />;
}

/** Requests name samples by the service's own address. */
function atAddress(value: Value, address: string): Value {
  if (Array.isArray(value)) return value.map((one) => atAddress(one as string, address) as string);
  return typeof value === 'string' && value.startsWith('/samples/') ? address + value : value;
}
