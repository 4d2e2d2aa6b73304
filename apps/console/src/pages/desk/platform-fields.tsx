import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** Suggestions; other values may be typed. */
const SYSTEMS = ['Linux', 'macOS', 'Windows'];
const ACCELERATORS = ['CUDA', 'DirectML', 'ROCm', 'MPS'];

export function PlatformFields({
  input,
}: {
  /** `getInputProps` of the form. */
  input: (field: 'supported_os' | 'supported_accelerators') => object;
}): ReactNode {
  return (
    <>
      <TagsInput
        label="Operating systems"
        description="Empty for all. Enter adds one."
        data={SYSTEMS}
        {...input('supported_os')}
      />
      <TagsInput
        label="Accelerators"
        description="Empty for all."
        data={ACCELERATORS}
        {...input('supported_accelerators')}
      />
    </>
  );
}
