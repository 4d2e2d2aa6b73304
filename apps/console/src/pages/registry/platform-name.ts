const NAMES: Readonly<Record<string, string>> = {
  linux: 'Linux',
  windows: 'Windows',
  macos: 'macOS',
  cuda: 'CUDA',
  rocm: 'ROCm',
  directml: 'DirectML',
  metal: 'Metal',
};
const INITIALS = /^(?:cpu|mps|npu|xpu)$/;

/** What people call a system or accelerator that the search writes in small letters. */
export function platformName(value: string): string {
  return NAMES[value] ?? (INITIALS.test(value) ? value.toUpperCase() : value);
}
