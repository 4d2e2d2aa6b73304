import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { getWebhookSecret } from '@atelier/client/api';
import { Atelier } from '@atelier/client';
import { placeOf, type Place } from '../account/connection.js';
import { untilInterrupted } from '../terminal/interruption.js';
import type { Shell } from '../terminal/shell.js';
import { type Delivery, forward, readAddress } from './forwarding.js';

const RECONNECT_MS = 2_000;
/** What comes again after a reconnection is among the last so many. */
const REMEMBERED = 1_000;

type Message = { type: string; data: { id: string } };

export async function listen(shell: Shell, { forwardTo }: { forwardTo?: string }): Promise<void> {
  const address = forwardTo === undefined ? undefined : readAddress(forwardTo);
  const place = await placeOf(shell);
  if (shell.isInteractive) {
    const { secret } = await new Atelier(place).call(getWebhookSecret, {});
    shell.note(`Signed with your secret: ${secret}`);
  }
  await untilInterrupted(
    async (signal) => {
      for await (const delivery of deliveries(shell, place, signal)) {
        const answer = address && (await forward(address, delivery, signal));
        const { type, data: about } = JSON.parse(delivery.body) as Message;
        shell.item({ ...delivery, ...(answer !== undefined && { answer }) }, () =>
          [type, about.id, ...(address ? [`-> ${answer}`] : [])].join('  '),
        );
      }
    },
    () => 'No longer listening.',
  );
}

/** Each once, from now on, over any number of connections. */
async function* deliveries(shell: Shell, place: Place, signal: AbortSignal): AsyncGenerator<Delivery> {
  const seen = new Set<string>();
  let last: string | undefined;
  for (;;) {
    try {
      for await (const { id, data } of await open(shell, place, last, signal)) {
        last = id ?? last;
        const delivery = JSON.parse(data) as Delivery;
        const messageId = delivery.headers['webhook-id'] ?? '';
        if (seen.has(messageId)) continue;
        seen.add(messageId);
        if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string);
        yield delivery;
      }
    } catch (error) {
      if (signal.aborted || (error as { status?: number }).status !== undefined) throw error;
      shell.note('The connection broke. Connecting again ...');
    }
    // Without an event yet, go on from here.
    last ??= new Date().toISOString();
    await sleep(RECONNECT_MS, undefined, { signal });
  }
}

async function open(shell: Shell, { url, token }: Place, last: string | undefined, signal: AbortSignal) {
  const response = await fetch(`${url}/webhooks/stream?seconds=600`, {
    signal,
    headers: {
      Accept: 'text/event-stream',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(last !== undefined && { 'Last-Event-ID': last }),
    },
  });
  if (!response.ok || !response.body) {
    const { error, message } = (await response.json().catch(() => ({}))) as {
      error?: string;
      message?: string;
    };
    const failure = { status: response.status, code: error, message: message ?? `Status ${response.status}` };
    // Full or starting: worth another try.
    throw Object.assign(
      new Error(failure.message),
      response.status === 429 || response.status >= 500 ? {} : failure,
    );
  }
  shell.note('Listening.');
  return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}
