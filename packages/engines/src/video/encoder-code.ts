import { readFile } from 'node:fs/promises';

const NEEDED = ['avx512f', 'avx2', 'bmi2', 'fma'];
const SAME_EACH_TIME = 'MMX2,SSE2Fast,SSSE3,SSE4.2,AVX,FMA3,BMI2,AVX2';

/**
 * What x264 may use of this processor, undefined for all. Its code for AVX-512 does not give the same bytes each time, its
 * other code does. To be asked outside of the sandbox, in which the system does not tell.
 */
export async function encoderCode(): Promise<string | undefined> {
  const facts = await readFile('/proc/cpuinfo', 'utf8').catch(() => '');
  const flags = new Set(/^flags\s*:(.*)$/m.exec(facts)?.[1]?.split(' '));
  return NEEDED.every((flag) => flags.has(flag)) ? SAME_EACH_TIME : undefined;
}
