import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFaces, findOutline, findSubject, outlineByColour } from './find-subject.js';
import type { Mask } from './mask.js';
import type { Box, SightPicture } from './sight-picture.js';

type Colour = readonly [number, number, number];

/** Photographs of people that come with the package of the face detector. */
function photograph(name: string): Promise<SightPicture> {
  return pictureOf(createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${name}.jpg`));
}

function sample(name: string): Promise<SightPicture> {
  return pictureOf(join(import.meta.dirname, '../../../../libs/media/work/src/samples/files', `${name}.jpg`));
}

async function pictureOf(file: string): Promise<SightPicture> {
  const { data, info } = await sharp(file).resize(800).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

function drawn(width: number, height: number, colourAt: (x: number, y: number) => Colour): SightPicture {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) data.set(colourAt((x + 0.5) / width, (y + 0.5) / height), at);
  return { data, width, height, channels: 3 };
}

const BALL = { x: 0.6, y: 0.55, radius: 0.18 };
const ball = drawn(300, 240, (x, y) => {
  const away = Math.hypot((x - BALL.x) * 1.25, y - BALL.y) / BALL.radius;
  return away < 1 ? [200 - 90 * away, 60, 40] : [150 + 40 * x, 155 + 30 * x, 160];
});
/** Grass of one green all over, without a subject. */
const meadow = drawn(300, 200, (x, y) => {
  const blade = 40 * Math.sin(x * 190 + 9 * Math.sin(y * 25)) + 20 * Math.sin(y * 70 + x * 31);
  return [70 + blade, 130 + blade, 40 + blade / 2];
});

function at({ data, width, height }: Mask, x: number, y: number): number {
  return data[Math.floor(y * height) * width + Math.floor(x * width)]!;
}

function centre({ x, y, width, height }: Box): [number, number] {
  return [x + width / 2, y + height / 2];
}

describe('findFaces', () => {
  it('finds the four faces of a group, one box each', async () => {
    const faces = await findFaces(await photograph('sample6'));
    const places = faces.map(({ box }) => centre(box)).toSorted((one, other) => one[0] - other[0]);
    const wanted = [
      [0.16, 0.43],
      [0.38, 0.34],
      [0.65, 0.29],
      [0.83, 0.29],
    ] as const;
    expect(faces).toHaveLength(wanted.length);
    for (const [x, y] of wanted)
      expect(places.filter((place) => Math.hypot(place[0] - x, place[1] - y) < 0.06)).toHaveLength(1);
  });

  it('finds none where there is none', async () => {
    expect(await findFaces(ball)).toEqual([]);
    expect(await findFaces(meadow)).toEqual([]);
  });
});

describe('findSubject', () => {
  it('parts people from the room, with their faces within', async () => {
    const { mask, faces, trust, box, isPerson } = await findSubject(await photograph('sample6'));
    expect(isPerson).toBe(true);
    expect(trust).toBeGreaterThan(0.8);
    expect(faces).toHaveLength(4);
    for (const face of faces) expect(at(mask, ...centre(face.box))).toBeGreaterThan(0.9);
    expect(at(mask, 0.15, 0.8)).toBeGreaterThan(0.9);
    for (const x of [0.05, 0.25, 0.5]) expect(at(mask, x, 0.05)).toBeLessThan(0.1);
    expect(box!.y).toBeGreaterThan(0.03);
  });

  it('is sure of whole bodies, too', async () => {
    expect((await findSubject(await photograph('sample4'))).isPerson).toBe(true);
  });

  it.each([
    ['sample1', 'black clothes in the dark'],
    ['sample3', 'a head in the colours of the wall'],
    ['sample5', 'half in the shade'],
  ])('finds the faces in %s, but is not sure of the outline: %s', async (name) => {
    const { faces, isPerson } = await findSubject(await photograph(name));
    expect(faces.length).toBeGreaterThan(2);
    expect(isPerson).toBe(false);
  });

  it('holds a still life for no person, however clear its outline is, nor a landscape', async () => {
    const room = await findSubject(await sample('room'));
    expect(room.trust).toBeGreaterThan(0.9);
    for (const subject of [room, await findSubject(await sample('painting')), await findSubject(meadow)])
      expect(subject.isPerson).toBe(false);
  });

  it('is the same for equal pictures', async () => {
    const picture = await photograph('sample3');
    expect(await findSubject(picture)).toEqual(await findSubject(picture));
  });
});

describe('findOutline', () => {
  it.each([
    ['with the network', findOutline],
    ['without it', async (picture: SightPicture) => outlineByColour(picture)],
  ])('finds a ball before a wall, %s', async (_, find) => {
    const { mask, box, trust } = await find(ball);
    expect(trust).toBeGreaterThan(0.4);
    expect(at(mask, BALL.x, BALL.y)).toBeGreaterThan(0.9);
    for (const [x, y] of [
      [0.1, 0.1],
      [0.1, 0.9],
      [0.6, 0.15],
      [0.95, 0.55],
    ] as const)
      expect(at(mask, x, y)).toBeLessThan(0.1);
    expect(Math.abs(box!.x - (BALL.x - BALL.radius / 1.25))).toBeLessThan(0.03);
    expect(Math.abs(box!.height - 2 * BALL.radius)).toBeLessThan(0.05);
  });

  it.each([
    ['with the network', findOutline],
    ['without it', async (picture: SightPicture) => outlineByColour(picture)],
  ])('does not trust what it finds in a meadow, %s', async (_, find) => {
    expect((await find(meadow)).trust).toBeLessThan(0.2);
  });

  it.each([
    [1, 1],
    [1, 40],
    [700, 2],
    [64, 64],
  ])('works on %i×%i pixels', async (width, height) => {
    const { mask, trust } = await findOutline(drawn(width, height, () => [90, 90, 90]));
    expect(mask.data.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(trust).toBeLessThan(0.2);
  });
});
