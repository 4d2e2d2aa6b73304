/** What a video's pictures are like, over its whole length. */
export type PictureMood = {
  /** Mean brightness, 0 black – 1 white. */
  brightness: number;
  /** Mean distance from grey, 0 – 1 pure colours. */
  saturation: number;
  /** −1 all blue – 1 all orange. */
  warmth: number;
  /** How much of the brightness changes from look to look, the median: 0 still, 0.05 and more wild. */
  motion: number;
};

const MIDDLE = 128;

/** Sums up what small 4:4:4 pictures are like. */
export class PictureMeter {
  private looks = 0;
  private luma = 0;
  private chroma = 0;
  private warmth = 0;
  private readonly motions: number[] = [];
  private last?: Buffer;

  /** @param pixels Y, Cb and Cr planes of one size. Kept, not copied. */
  look(pixels: Buffer): void {
    const count = pixels.length / 3;
    let [luma, chroma, warmth, change] = [0, 0, 0, 0];
    const last = this.last ?? pixels;
    for (let i = 0; i < count; i++) {
      const blue = pixels[count + i]! - MIDDLE;
      const red = pixels[2 * count + i]! - MIDDLE;
      luma += pixels[i]!;
      chroma += Math.abs(blue) + Math.abs(red);
      warmth += red - blue;
      change += Math.abs(pixels[i]! - last[i]!);
    }
    this.luma += luma / count;
    this.chroma += chroma / count;
    this.warmth += warmth / count;
    if (this.last) this.motions.push(change / count / 255);
    this.last = pixels;
    this.looks++;
  }

  mood(): PictureMood {
    const looks = Math.max(1, this.looks);
    const motions = [...this.motions].sort((one, other) => one - other);
    return {
      // Videos use 16–235 of the values.
      brightness: Math.min(1, Math.max(0, (this.luma / looks - 16) / 219)),
      saturation: Math.min(1, this.chroma / looks / MIDDLE),
      warmth: Math.max(-1, Math.min(1, this.warmth / looks / MIDDLE)),
      motion: motions[motions.length >> 1] ?? 0,
    };
  }
}
