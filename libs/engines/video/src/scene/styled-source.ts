import { blend, yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { WarpSource } from '../motion/warp-grid.js';

/** A picture that can be shown plain, styled, or anywhere in between. */
export class StyledSource {
  private weight = 0;
  private readonly shown: WarpSource;

  constructor(
    readonly plain: YuvPicture,
    private readonly styled?: YuvPicture,
  ) {
    this.shown = new WarpSource(styled ? copied(plain) : plain);
  }

  /** @param weight 0 plain, 1 styled. */
  at(weight: number): WarpSource {
    if (this.styled && weight !== this.weight) {
      blend(this.plain, this.styled, weight, this.shown.picture);
      this.shown.refresh();
      this.weight = weight;
    }
    return this.shown;
  }
}

function copied(picture: YuvPicture): YuvPicture {
  return yuvPicture(picture.width, picture.height, Buffer.from(picture.data));
}
