import { canonicalAccelerator, canonicalOs, declaredAccelerators, declaredOs } from './platform-names.js';

describe('declared systems', () => {
  it.each([
    ['Windows', 'windows'],
    ['Operating System :: Microsoft :: Windows', 'windows'],
    ['win32', 'windows'],
    ['macOS', 'macos'],
    ['Operating System :: MacOS', 'macos'],
    ['Darwin', 'macos'],
    ['Operating System :: POSIX :: Linux', 'linux'],
    ['FreeBSD', 'freebsd'],
  ])('%s is %s', (value, name) => {
    expect(canonicalOs(value)).toBe(name);
  });

  it('a document for every system declares none', () => {
    expect(declaredOs([])).toBeUndefined();
    expect(declaredOs(['Linux', 'Operating System :: OS Independent'])).toBeUndefined();
    expect(declaredOs(['Linux', 'linux', 'Windows'])).toEqual(['linux', 'windows']);
  });

  it('reads accelerators out of classifiers', () => {
    expect(canonicalAccelerator('GPU :: NVIDIA CUDA :: 12')).toBe('cuda');
    expect(canonicalAccelerator('DirectML')).toBe('directml');
    expect(canonicalAccelerator('GPU :: Intel Arc')).toBe(canonicalAccelerator('Intel Arc'));
    expect(canonicalAccelerator('NPU :: Huawei Ascend')).toBe(canonicalAccelerator('Ascend'));
    expect(declaredAccelerators(['CUDA', 'ROCm'])).toEqual(['cuda', 'rocm']);
    expect(declaredAccelerators([])).toBeUndefined();
  });
});
