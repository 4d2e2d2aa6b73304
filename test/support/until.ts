const GIVE_UP_MS = 30_000;

/** Waits until `isTrue` holds, and throws when that takes longer than any test should. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`This never became true: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
