import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** Offered beside what one types. */
const SYSTEMS = ['Linux', 'macOS', 'Windows'];
const ACCELERATORS = ['CUDA', 'DirectML', 'ROCm', 'MPS'];

/** Where a node or version runs. */
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
