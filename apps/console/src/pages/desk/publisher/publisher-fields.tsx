import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

export type PublisherValues = {
  name: string;
  description: string;
  website: string;
  source_code_repo: string;
  support: string;
  logo: string;
};

export const NO_PUBLISHER: PublisherValues = {
  name: '',
  description: '',
  website: '',
  source_code_repo: '',
  support: '',
  logo: '',
};

export function PublisherFields<Values extends PublisherValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}): ReactNode {
  return (
    <>
      <Textarea
        label="Description"
        description="What you publish, in a sentence or two."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        {...form.getInputProps('description')}
      />
      <TextInput
        label="Website"
        placeholder="https://example.com"
        type="url"
        {...form.getInputProps('website')}
      />
      <TextInput
        label="Source code"
        placeholder="https://github.com/my-team"
        {...form.getInputProps('source_code_repo')}
      />
      <TextInput
        label="Support"
        description="Where users get help: an address or a link."
        {...form.getInputProps('support')}
      />
      <TextInput label="Logo" description="The link of a picture." {...form.getInputProps('logo')} />
    </>
  );
}

export function filledIn<Values extends Record<string, unknown>>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Values>;
}
