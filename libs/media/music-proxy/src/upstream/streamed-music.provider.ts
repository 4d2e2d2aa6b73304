import { Logger } from '@nestjs/common';
import { type Task, TaskFailure, type TaskWorkResult } from '#libs/media/work';
import { OutboundError, type OutboundReply } from '#libs/platform/outbound';
import {
  encodedBody,
  type MediaContext,
  type MediaProvider,
  type MediaWork,
  type StreamOrder,
  upstreamFailure,
  type UpstreamOptions,
  type UpstreamStreams,
  type VendorAdapter,
  type VendorProvider,
  vendorWords,
  type WorkToGive,
} from '#libs/media/providers';
import type { MusicEvent } from '../music-event.js';
import type { MusicCharges } from '../music-charges.js';
import type { MusicLines } from '../music-lines.js';
import { MusicRecording } from '../music-recording.js';
import { BadVendorStream } from './bad-vendor-stream.js';
import type { MusicUpstreamSettings } from './music-upstream.settings.js';
import { failureOf } from './vendor-failures.js';
import { readVendorLine } from './vendor-events.js';
import { vendorLines } from './vendor-lines.js';

const STREAM_MAX_BYTES = 512 * 1024 * 1024;

export type StreamParts = {
  lines: MusicLines;
  streams: UpstreamStreams;
  charges: MusicCharges;
  settings: MusicUpstreamSettings;
};

/** Relays the streams of one music vendor, line by line as they arrive. */
export class StreamedMusicProvider implements MediaProvider {
  readonly name = this.vendor.name;
  readonly isPaid = true;
  readonly isStreamed = true;
  readonly job = this.vendor.job;
  readonly concurrency = this.vendor.concurrency;
  readonly client = this.vendor.client;
  private readonly logger = new Logger(StreamedMusicProvider.name);

  constructor(
    private readonly vendor: VendorProvider,
    private readonly parts: StreamParts,
  ) {}

  estimateSeconds(work: MediaWork): number {
    return this.vendor.estimateSeconds(work);
  }

  canDo(kind: string): boolean {
    return this.vendor.canDo(kind);
  }

  costOf(work: WorkToGive): number | undefined {
    return this.vendor.costOf(work);
  }

  refuses(work: WorkToGive): string | undefined {
    return this.vendor.refuses(work);
  }

  /** A stream that has begun is paid for: after an interrupted run, only the same stream is requested again, or none. */
  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const { client } = this;
    const vendor = this.vendor.vendorTask(task);
    try {
      return await this.parts.streams.run(task, context, vendor, (order) => this.relay(task, order, context));
    } catch (error) {
      if (context.signal.aborted || error instanceof TaskFailure) throw error;
      if (!(error instanceof OutboundError || error instanceof BadVendorStream)) throw error;
      this.logger.warn({ err: error, taskId: task.id }, 'The music vendor failed');
      throw failureOf(error, client.options);
    }
  }

  private async relay(
    task: Task,
    { reference, key, begin, bill }: StreamOrder,
    context: MediaContext,
  ): Promise<TaskWorkResult> {
    const { idleMs } = this.parts.settings;
    const { client, adapter, workFor } = this.vendor.vendorTask(task);
    const timeoutMs = client.options.deadlineSeconds * 1_000;
    const call = await adapter.stream?.(workFor({ reference }, context.signal));
    const encoded = call && encodedBody(call, reference);
    if (!call || !encoded) throw new TaskFailure('upstream_error', 'The provider streams no such music.');
    const request = {
      headers: { ...encoded.headers, accept: 'application/x-ndjson' },
      body: encoded.body,
      maxBytes: STREAM_MAX_BYTES,
      timeoutMs,
      // Uploading a large video to the vendor takes time.
      headersTimeoutMs:
        task.kind === 'music-from-video' ? timeoutMs : (client.options.firstByteTimeoutMs ?? idleMs),
      idleTimeoutMs: idleMs,
    };
    const take = async (reply: OutboundReply): Promise<TaskWorkResult> => {
      begin();
      await using recording = await MusicRecording.begin(this.parts.lines, task, context);
      const { details, credits: billed } = await relayLines(reply, recording, {
        adapter,
        options: client.options,
        bill,
      });
      const credits =
        (adapter.billsOurCredits ? billed : undefined) ??
        (await this.parts.charges.creditsFor(task, recording.paths, context.signal));
      const files = await recording.finish(credits);
      return { kind: 'succeeded', files, details, ...(credits === undefined ? {} : { credits }) };
    };
    return client.stream(call.path, request, reference, take, context.signal, key);
  }
}

/** @returns What to keep of the title line, and what the vendor bills, if it says. */
async function relayLines(
  reply: OutboundReply,
  recording: MusicRecording,
  { adapter, options, bill }: { adapter: VendorAdapter; options: UpstreamOptions; bill: StreamOrder['bill'] },
): Promise<{ details: Record<string, unknown>; credits?: number }> {
  const details: Record<string, unknown> = {};
  let cost: { credits?: number } = {};
  for await (const line of vendorLines(reply.body)) {
    const said = readVendorLine(line, {
      translate: (event) => adapter.translateLine?.(event) ?? event,
      // A line that makes no sense does not end what is paid for.
      isLenient: recording.bytes > 0,
    });
    if (said.kind === 'relayed') {
      remember(details, said.event);
      await recording.append(said.event);
    }
    if (said.kind === 'audio') await recording.addAudio(said.streamIndex, said.bytes);
    if ((said.kind === 'cost' || said.kind === 'error') && said.credits !== undefined) {
      cost = { credits: said.credits };
      bill(said.credits);
    }
    if (said.kind === 'error') throw vendorError(said.refusal, vendorWords(said.event, options));
    if (said.kind === 'complete') {
      if (recording.bytes === 0) throw new BadVendorStream('the stream has no audio');
      return { details, ...cost };
    }
  }
  throw new TaskFailure('upstream_broken_off', 'The stream of the music service broke off.');
}

function vendorError(refusal: 'content' | undefined, words: string | undefined): TaskFailure {
  if (refusal === 'content') return upstreamFailure('rejected_content', words);
  const loggedAs = 'The music service could not make the music.';
  const message = words === undefined ? loggedAs : `${loggedAs.slice(0, -1)} (${words}).`;
  return new TaskFailure('upstream_failed', message, { loggedAs });
}

function remember(details: Record<string, unknown>, event: MusicEvent): void {
  if (event.type === 'duration') details.duration_sec = event.duration_sec;
  if (event.type !== 'title' || details.title !== undefined) return;
  details.title = event.title;
  details.display_tags = event.display_tags;
}
