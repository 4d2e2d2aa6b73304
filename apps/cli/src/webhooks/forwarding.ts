import { usageError } from '../terminal/exit-codes.js';

/** As long as the service itself waits. */
const TIMEOUT_MS = 15_000;

export type Delivery = { headers: Record<string, string>; body: string };

/** Posts a message as the service would. @returns the status of the answer, or why there was none. */
export async function forward(
  address: URL,
  { headers, body }: Delivery,
  signal?: AbortSignal,
): Promise<number | string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error && cause.message ? cause.message : message;
  }
}

export function readAddress(text: string): URL {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address))
    throw usageError(`--forward-to must be an address such as localhost:3000, not ${text}.`);
  return new URL(address);
}
