import { createReadStream } from 'node:fs';
import { audioTypeOf, requestOf, type Task, type TaskWorkResult } from '#libs/media/work';
import {
  type MediaContext,
  type MediaProvider,
  type MediaProviderGroup,
  ProviderOf,
  UpstreamStreams,
  type VendorArea,
  VendorProviders,
} from '#libs/media/providers';
import { RunMusicTaskJob } from './jobs/run-music-task.job.js';
import { MUSIC_KINDS } from './music-kinds.js';
import { MusicCharges } from './music-charges.js';
import { MusicLines } from './music-lines.js';
import { MusicRecording } from './music-recording.js';
import type { MusicTaskRequest } from './music-task-request.js';
import { MusicUpstreamSettings } from './upstream/music-upstream.settings.js';
import { readVendorLine } from './upstream/vendor-events.js';
import { StreamedMusicProvider } from './upstream/streamed-music.provider.js';

const MUSIC: VendorArea = {
  kinds: MUSIC_KINDS,
  job: RunMusicTaskJob,
  concurrency: 8,
  maxFileBytes: 512 * 1024 * 1024,
  estimateSeconds: ({ durationSeconds = 0 }) => Math.ceil(durationSeconds / 2),
  identify: audioTypeOf,
  split: (task: Task) => {
    const { video, ...fields } = requestOf<MusicTaskRequest>(task);
    const inputs: Record<string, string> = video === undefined ? {} : { video };
    return { fields, inputs };
  },
};

/** The music vendors of this installation: some stream their music, others give it as a file. */
@ProviderOf(...MUSIC_KINDS)
export class MusicVendors implements MediaProviderGroup {
  readonly members: () => readonly MediaProvider[];

  constructor(
    private readonly lines: MusicLines,
    private readonly charges: MusicCharges,
    providers: VendorProviders,
    streams: UpstreamStreams,
    settings: MusicUpstreamSettings,
  ) {
    const area: VendorArea = { ...MUSIC, deliver: (...work) => this.streamFiles(...work) };
    this.members = providers.follow(settings.vendors, area, (vendor) =>
      vendor.streams ? new StreamedMusicProvider(vendor, { lines, streams, charges, settings }) : vendor,
    );
  }

  /** Sends music that came as files down the stream of its task. */
  private async streamFiles(
    task: Task,
    context: MediaContext,
    result: TaskWorkResult,
  ): Promise<TaskWorkResult> {
    if (result.kind !== 'succeeded') return result;
    await using recording = await MusicRecording.begin(this.lines, task, context);
    const titled = readVendorLine(JSON.stringify({ ...result.details, type: 'title' }), { isLenient: true });
    if (titled.kind === 'relayed') await recording.append(titled.event);
    for (const [index, { content }] of result.files.entries())
      if ('path' in content)
        for await (const part of createReadStream(content.path))
          await recording.addAudio(index, part as Buffer);
    const credits = result.credits ?? (await this.charges.creditsFor(task, recording.paths, context.signal));
    const files = await recording.finish(credits);
    return { ...result, files, ...(credits === undefined ? {} : { credits }) };
  }
}
