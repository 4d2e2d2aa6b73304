import { sharedBuffersMb } from './server-memory.js';

const GIB = 2 ** 30;

describe('the memory of the embedded server', () => {
  it.each([
    [0.25 * GIB, 128],
    [2 * GIB, 512],
    [8 * GIB, 2_048],
    [64 * GIB, 4_096],
  ])('of %p bytes is %p MiB', (bytes, megabytes) => {
    expect(sharedBuffersMb(bytes)).toBe(megabytes);
  });
});
