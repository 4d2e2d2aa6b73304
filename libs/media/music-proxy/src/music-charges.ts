import { Injectable } from '@nestjs/common';
import { ProbeError, probeSound } from '@atelier/engines/video';
import { Prices, SENT_FIELDS, type Task } from '#libs/media/work';

/** The name under which a task keeps that its caller stated the length. */
export const STATED_LENGTH = 'duration';

/** What music costs whose length the caller left open. */
@Injectable()
export class MusicCharges {
  constructor(private readonly prices: Prices) {}

  /**
   * The price of the length that came, in whole seconds; undefined where the price of the task stays: the length was
   * stated or is that of a video, or it cannot be measured.
   * @param files Of its streams; the longest counts.
   */
  async creditsFor(task: Task, files: readonly string[], signal: AbortSignal): Promise<number | undefined> {
    const sent = task.request[SENT_FIELDS];
    const isStated = Array.isArray(sent) && sent.includes(STATED_LENGTH);
    const isForSale = this.prices.current.music.perTextSecond !== null;
    if (task.kind !== 'music-from-text' || isStated || !isForSale) return undefined;
    try {
      const lengths = await Promise.all(files.map((file) => probeSound(file, { signal })));
      return this.prices.musicFromText(Math.max(1, Math.round(Math.max(...lengths))));
    } catch (error) {
      if (error instanceof ProbeError && !signal.aborted) return undefined;
      throw error;
    }
  }
}
