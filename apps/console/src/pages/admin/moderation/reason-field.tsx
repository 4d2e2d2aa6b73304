import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

export function ReasonField({
  label,
  description,
  value,
  change,
  isRequired = false,
}: {
  label: string;
  description?: string;
  value: string;
  change: (text: string) => void;
  isRequired?: boolean;
}): ReactNode {
  return (
    <Textarea
      data-autofocus
      label={label}
      description={description}
      required={isRequired}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={2_000}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
