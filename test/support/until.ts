const GIVE_UP_MS = 30_000;
const PAUSE_MS = { first: 10, longest: 50 };

/**
 * Waits until `isTrue` holds, and throws when that takes longer than any test should. Checks get less frequent, as
 * they may be expensive.
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (let pause = PAUSE_MS.first; !(await isTrue()); pause = Math.min(pause * 1.1, PAUSE_MS.longest)) {
    if (Date.now() > deadline) throw new Error(`This never became true: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
