import { t } from '@lingui/core/macro';
const NAMES: Readonly<Record<string, string>> = {
  linux: t`Linux`,
  windows: t`Windows`,
  macos: 'macOS',
  cuda: 'CUDA',
  rocm: 'ROCm',
  directml: 'DirectML',
  metal: t`Metal`,
};
const INITIALS = /^(?:cpu|mps|npu|xpu)$/;

/** The usual spelling of a system or accelerator that the search writes in lower case. */
export function platformName(value: string): string {
  return NAMES[value] ?? (INITIALS.test(value) ? value.toUpperCase() : value);
}
