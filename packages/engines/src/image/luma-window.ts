import { luminanceOf } from './colour.js';
import type { Raster } from './raster.js';

/**
 * The luma of three neighbouring rows, read ahead of a loop that overwrites the picture from top to bottom, so that the finest
 * contrast is always that of the original picture.
 */
export class LumaWindow {
  private readonly rows: [Float32Array, Float32Array, Float32Array];
  private readonly finest: Float32Array;
  private read = 0;

  constructor(private readonly raster: Raster) {
    const row = (): Float32Array => new Float32Array(raster.width);
    this.rows = [row(), row(), row()];
    this.finest = row();
  }

  /**
   * Luma minus its weighted 3×3 mean along row `y`. Call once for each row, from 0 upwards, before the row is
   * overwritten. The same array is filled again by the next call.
   */
  finestOf(y: number): Float32Array {
    const { height, width } = this.raster;
    while (this.read <= Math.min(y + 1, height - 1)) this.readRow(this.read++);
    const above = this.rows[Math.max(0, y - 1) % 3]!;
    const here = this.rows[y % 3]!;
    const below = this.rows[Math.min(height - 1, y + 1) % 3]!;
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? x - 1 : 0;
      const right = x + 1 < width ? x + 1 : x;
      const corners = above[left]! + above[right]! + below[left]! + below[right]!;
      const sides = above[x]! + below[x]! + here[left]! + here[right]!;
      this.finest[x] = here[x]! - (corners + 2 * sides + 4 * here[x]!) / 16;
    }
    return this.finest;
  }

  private readRow(y: number): void {
    const { data, width, channels } = this.raster;
    const row = this.rows[y % 3]!;
    for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
      row[x] = luminanceOf(data[pixel]!, data[pixel + 1]!, data[pixel + 2]!) / 255;
    }
  }
}
