const TYPE = 'audio/mpeg';

/** Sound that can be played before all its parts have arrived. */
export class GrowingAudio {
  /** For an audio element. */
  readonly url: string;
  private readonly source = new MediaSource();
  private readonly waiting: Uint8Array<ArrayBuffer>[] = [];
  private buffer: SourceBuffer | undefined;
  private isWhole = false;
  private seconds: number | undefined;

  static get isPossible(): boolean {
    return 'MediaSource' in window && MediaSource.isTypeSupported(TYPE);
  }

  constructor() {
    this.url = URL.createObjectURL(this.source);
    this.source.addEventListener(
      'sourceopen',
      () => {
        this.buffer = this.source.addSourceBuffer(TYPE);
        this.buffer.addEventListener('updateend', () => this.goOn());
        this.goOn();
      },
      { once: true },
    );
  }

  /** Sets the expected length, for players to show. */
  expect(seconds: number): void {
    this.seconds = seconds;
    this.goOn();
  }

  append(part: Uint8Array<ArrayBuffer>): void {
    this.waiting.push(part);
    this.goOn();
  }

  end(): void {
    this.isWhole = true;
    this.goOn();
  }

  close(): void {
    URL.revokeObjectURL(this.url);
  }

  private goOn(): void {
    if (!this.buffer || this.buffer.updating || this.source.readyState !== 'open') return;
    if (this.seconds !== undefined && !Number.isFinite(this.source.duration))
      this.source.duration = this.seconds;
    const part = this.waiting.shift();
    if (part) this.buffer.appendBuffer(part);
    else if (this.isWhole) this.source.endOfStream();
  }
}
