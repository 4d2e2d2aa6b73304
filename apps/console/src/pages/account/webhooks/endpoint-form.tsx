import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreateWebhookEndpointRequest } from '@atelier/client/api';
import { createWebhookEndpointForm } from '../../../api/generated/bodies/createWebhookEndpoint.js';
import { KIND_CHOICES } from '../../../parts/media-kinds.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';

/** The form of an endpoint; `save` resolves when it is saved. */
export function EndpointForm({
  initial,
  label,
  save,
  close,
}: {
  initial?: CreateWebhookEndpointRequest;
  label: string;
  save: (fields: CreateWebhookEndpointRequest) => Promise<unknown>;
  close: () => void;
}): ReactNode {
  return (
    <SchemaForm<CreateWebhookEndpointRequest>
      schema={createWebhookEndpointForm}
      fields={[
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
      ]}
      initial={initial}
      isEdit={initial !== undefined}
      save={save}
      label={label}
      cancel={close}
    />
  );
}
