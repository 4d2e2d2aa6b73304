import { readFile } from 'node:fs/promises';

const NEEDED = ['avx512f', 'avx2', 'bmi2', 'fma'];
const SAME_EACH_TIME = 'MMX2,SSE2Fast,SSSE3,SSE4.2,AVX,FMA3,BMI2,AVX2';

/**
 * The instruction sets that x264 may use on this processor; undefined for all. Its AVX-512 code does not give the same bytes each
 * time; its other code does. Call it outside the sandbox, where the system reports the processor.
 */
export async function encoderCode(): Promise<string | undefined> {
  const facts = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  const flags = new Set(/^flags\s*:(.*)$/m.exec(facts)?.[1]?.split(' '));
  return NEEDED.every((flag) => flags.has(flag)) ? SAME_EACH_TIME : undefined;
}
