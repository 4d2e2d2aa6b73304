import { TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { NodeResponse } from '@atelier/client/api';
import { PlatformFields } from '../platform-fields.js';

const TEXTS = [
  'name',
  'author',
  'description',
  'repository',
  'license',
  'icon',
  'banner_url',
  'supported_app_version',
] as const;

export type NodeValues = Pick<
  NodeResponse,
  (typeof TEXTS)[number] | 'tags' | 'supported_os' | 'supported_accelerators'
>;

export const NO_NODE: NodeValues = {
  name: '',
  author: '',
  description: '',
  repository: '',
  license: '',
  icon: '',
  banner_url: '',
  supported_app_version: '',
  tags: [],
  supported_os: [],
  supported_accelerators: [],
};

export function NodeFields<Values extends NodeValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}): ReactNode {
  return (
    <>
      <TextInput
        label="Name"
        description="The name people see; by default the id."
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="What it does. The search uses this text."
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('description')}
      />
      <TextInput label="Author" maxLength={200} {...form.getInputProps('author')} />
      <TextInput
        label="Repository"
        placeholder="https://github.com/my-team/my-node"
        {...form.getInputProps('repository')}
      />
      <TextInput
        label="Licence"
        description="Path of the licence file in the repository."
        placeholder="LICENSE"
        {...form.getInputProps('license')}
      />
      <TagsInput
        label="Tags"
        description="Search words. Press Enter to add one."
        {...form.getInputProps('tags')}
      />
      <PlatformFields input={form.getInputProps} />
      <TextInput
        label="Versions of the host application"
        placeholder=">=1.2"
        {...form.getInputProps('supported_app_version')}
      />
      <TextInput label="Icon" description="The link of a picture." {...form.getInputProps('icon')} />
      <TextInput label="Banner" description="The link of a picture." {...form.getInputProps('banner_url')} />
    </>
  );
}

export function valuesOf(node: NodeResponse): NodeValues {
  return Object.fromEntries(
    Object.keys(NO_NODE).map((field) => [field, node[field as keyof NodeValues]]),
  ) as NodeValues;
}

/** The API ignores empty texts, so refuse to empty one. */
export function refuseEmptied(before: NodeValues, after: NodeValues): Record<string, string> {
  return Object.fromEntries(
    TEXTS.filter((field) => before[field] !== '' && after[field].trim() === '').map((field) => [
      field,
      'A text cannot be emptied once it is set. Write another one.',
    ]),
  );
}
