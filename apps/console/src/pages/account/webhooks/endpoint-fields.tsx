import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import type { CreateWebhookEndpointRequest } from '@atelier/client/api';
import type { FieldOf } from '../../../parts/form/use-fields.js';
import { KIND_CHOICES } from '../../../parts/media-kinds.js';

export const ENDPOINT_FIELDS: readonly FieldOf<CreateWebhookEndpointRequest>[] = [
  {
    path: 'url',
    label: t`Address`,
    description: t`Where your program takes POST requests, from anywhere: https://…`,
  },
  { path: 'description', description: t`A name by which you recognise it.` },
  {
    path: 'kinds',
    label: t`Kinds of tasks`,
    description: t`All if you choose none.`,
    control: ({ values: _, set: __, value, ...props }) => (
      <MultiSelect
        {...props}
        data={KIND_CHOICES}
        value={[...((value ?? []) as string[])]}
        searchable
        clearable
      />
    ),
  },
  { path: 'statuses', description: t`All if you choose none.` },
  { path: 'notices', label: t`Decisions on my packages and reports`, description: '' },
];
