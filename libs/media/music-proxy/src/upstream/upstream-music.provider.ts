import { Logger } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { MediaInputs, requestOf, type Task, TaskFailure, type TaskWorkResult } from '#libs/media/work';
import { OutboundError, OutboundHttp, type OutboundReply } from '#libs/platform/outbound';
import {
  type MediaContext,
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
  ProviderOf,
  type StreamOrder,
  UpstreamClient,
  type UpstreamOptions,
  UpstreamStreams,
  vendorWords,
} from '#libs/media/providers';
import { RunMusicTaskJob } from '../jobs/run-music-task.job.js';
import type { MusicEvent } from '../music-event.js';
import { MusicLines } from '../music-lines.js';
import { MUSIC_KINDS, MUSIC_PATHS, type MusicKind } from '../music-kinds.js';
import { MusicRecording } from '../music-recording.js';
import type { MusicTaskRequest } from '../music-task-request.js';
import { BadVendorStream } from './bad-vendor-stream.js';
import { MusicUpstreamSettings } from './music-upstream.settings.js';
import { failureOf } from './vendor-failures.js';
import { readVendorLine } from './vendor-events.js';
import { type VendorForm, vendorForm } from './vendor-form.js';
import { vendorLines } from './vendor-lines.js';

const STREAM_MAX_BYTES = 512 * 1024 * 1024;

type MusicParts = {
  lines: MusicLines;
  inputs: MediaInputs;
  assets: AssetsService;
  streams: UpstreamStreams;
  settings: MusicUpstreamSettings;
};

@ProviderOf(...MUSIC_KINDS)
export class UpstreamMusicProviders implements MediaProviderGroup {
  readonly members: readonly MediaProvider[];

  constructor(
    http: OutboundHttp,
    lines: MusicLines,
    inputs: MediaInputs,
    assets: AssetsService,
    streams: UpstreamStreams,
    settings: MusicUpstreamSettings,
  ) {
    const parts = { lines, inputs, assets, streams, settings };
    this.members = settings.upstreams.map(
      (options) => new UpstreamMusicProvider(new UpstreamClient(http, options, { maxAttempts: 1 }), parts),
    );
  }
}

/** Relays the streams of one music vendor, line by line as they arrive. */
class UpstreamMusicProvider implements MediaProvider {
  readonly name: string;
  readonly isPaid = true;
  readonly isStreamed = true;
  readonly job = RunMusicTaskJob;
  readonly concurrency = 8;
  private readonly logger = new Logger(UpstreamMusicProvider.name);

  constructor(
    readonly client: UpstreamClient,
    private readonly parts: MusicParts,
  ) {
    this.name = client.options.provider;
  }

  estimateSeconds({ durationSeconds = 0 }: MediaWork): number {
    return Math.ceil(durationSeconds / 2);
  }

  /** A stream that has begun is paid for: after an interrupted run, only the same stream is requested again, or none. */
  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const { client } = this;
    try {
      return await this.parts.streams.run(task, context, client, (order) =>
        this.relay(task, order, client, context),
      );
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
    client: UpstreamClient,
    context: MediaContext,
  ): Promise<TaskWorkResult> {
    const { idleMs } = this.parts.settings;
    const timeoutMs = client.options.deadlineSeconds * 1_000;
    const { headers, body } = await this.form(requestOf<MusicTaskRequest>(task), reference);
    const request = {
      headers: { ...headers, accept: 'application/x-ndjson' },
      body,
      maxBytes: STREAM_MAX_BYTES,
      timeoutMs,
      // Uploading a large video to the vendor takes time.
      headersTimeoutMs:
        task.kind === 'music-from-video' ? timeoutMs : (client.options.firstByteTimeoutMs ?? idleMs),
      idleTimeoutMs: idleMs,
    };
    // The vendor's paths are the same as ours; the path map can change each, by the kind's name.
    const path = client.path(task.kind, `/${MUSIC_PATHS[task.kind as MusicKind]}`);
    const take = async (reply: OutboundReply): Promise<TaskWorkResult> => {
      begin();
      await using recording = await MusicRecording.begin(this.parts.lines, task, context);
      const { details, credits } = await relayLines(reply, recording, client.options, bill);
      const files = await recording.finish(credits);
      return { kind: 'succeeded', files, details, ...(credits === undefined ? {} : { credits }) };
    };
    return client.stream(path, request, reference, take, context.signal, key);
  }

  private async form(request: MusicTaskRequest, name: string): Promise<VendorForm> {
    if (request.video === undefined)
      return vendorForm(name, { prompt: request.prompt, duration: String(request.duration_seconds) });
    const asset = await this.parts.inputs.findAsset(request.video);
    if (!asset || asset.bytes === null)
      throw new TaskFailure('input_missing', 'The video is no longer stored.');
    return vendorForm(name, request.prompt === '' ? {} : { prompt: request.prompt }, {
      field: '0.video',
      fileName: request.video_name || 'video',
      bytes: asset.bytes,
      open: () => this.parts.assets.read(asset),
    });
  }
}

/** @returns What to keep of the title line, and what the vendor bills, if it says. */
async function relayLines(
  reply: OutboundReply,
  recording: MusicRecording,
  options: UpstreamOptions,
  bill: StreamOrder['bill'],
): Promise<{ details: Record<string, unknown>; credits?: number }> {
  const details: Record<string, unknown> = {};
  let cost: { credits?: number } = {};
  for await (const line of vendorLines(reply.body)) {
    const said = readVendorLine(line);
    if (said.kind === 'relayed') {
      remember(details, said.event);
      await recording.append(said.event);
    }
    if (said.kind === 'audio') await recording.addAudio(said.streamIndex, said.bytes);
    if ((said.kind === 'cost' || said.kind === 'error') && said.credits !== undefined) {
      cost = { credits: said.credits };
      bill(said.credits);
    }
    if (said.kind === 'error') throw vendorError(vendorWords(said.event, options));
    if (said.kind === 'complete') {
      if (recording.bytes === 0) throw new BadVendorStream('the stream has no audio');
      return { details, ...cost };
    }
  }
  throw new TaskFailure('upstream_broken_off', 'The stream of the music service broke off.');
}

function vendorError(words: string | undefined): TaskFailure {
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
