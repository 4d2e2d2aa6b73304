import { createRequire } from 'node:module';
import sharp from 'sharp';
import { findSubject } from '../sight/index.js';
import { UNIT_OF_BYTE } from './colour.js';
import { meanLab } from './__fixtures__/measures.js';
import { copyOf, evenReference } from './__fixtures__/scenes.js';
import type { Raster } from './raster.js';
import { luminancePlane, shrink } from './shrink.js';
import { type People, skinArea } from './skin-area.js';
import { deviation } from './skin-mask.js';
import { transferStyle } from './style-transfer.js';
import { STYLE_ENGINES, STYLE_TRANSFER_DEFAULTS } from './style-transfer-settings.js';

const DARK = evenReference([0.008, 0.007, 0.011]);

/** Photographs of people that come with the package of the face detector. */
async function photograph(name: string): Promise<Raster> {
  const file = createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${name}.jpg`);
  const { data, info } = await sharp(file).resize(400).raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height, channels: 3 };
}

/** A test for each face whether a place is its skin. */
function skinsOf(picture: Raster, people: People): ((x: number, y: number) => boolean)[] {
  const { width, height } = picture;
  const planes = shrink(picture, { width, height }, UNIT_OF_BYTE);
  const { data } = skinArea(planes, deviation(luminancePlane(planes), 2), people);
  return people.faces.map(
    ({ box }) =>
      (x, y) =>
        Math.abs(x - box.x - box.width / 2) < box.width / 2 &&
        Math.abs(y - box.y - box.height / 2) < box.height / 2 &&
        data[Math.floor(y * height) * width + Math.floor(x * width)]! > 0.5,
  );
}

describe.each([
  ['sample5', 'dark'],
  ['sample4', 'middle'],
  ['sample6', 'light'],
])('the faces of the photograph %s, %s ones', (name) => {
  it('keep their lightness and hue under a dark reference, with every engine', async () => {
    const picture = await photograph(name);
    const people = await findSubject(picture);
    expect(people.faces.length).toBeGreaterThan(2);
    const skins = skinsOf(picture, people);
    const before = skins.map((isSkin) => meanLab(picture, isSkin));
    for (const engine of STYLE_ENGINES) {
      const out = copyOf(picture);
      transferStyle(out, DARK, { ...STYLE_TRANSFER_DEFAULTS, engine }, () => {}, people);
      for (const [face, from] of before.entries()) {
        const to = meanLab(out, skins[face]!);
        const turn = Math.atan2(to[2], to[1]) - Math.atan2(from[2], from[1]);
        // The flat parts of this cartoon take a little more from a face in the shade.
        expect(Math.abs(to[0] - from[0])).toBeLessThan(engine === '3d_cartoon' ? 7 : 6);
        expect(Math.abs(turn)).toBeLessThan(0.2);
      }
    }
  });
});
