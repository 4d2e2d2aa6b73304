import path from 'node:path';
import { greyCard, nextOf, ramp } from './photos.mjs';

const PROMPTS = [
  '(sunset:1.3) from the left',
  'golden hour from the right',
  '(red light:1.4) from the left, (blue light:1.4) from the right',
  'neon cyberpunk night',
  'moonlight from the right',
  'rim light from behind',
  'soft studio softbox',
  'candle light from below left',
  'bright sunny day',
  'very dark',
  'warmes Licht von links oben',
  '右からの青い光',
];

export async function relightPage(checkout, photos) {
  const map = await ramp();
  const card = { name: 'grey card', bytes: await greyCard() };
  return picturePage(checkout, [...photos, card], 9, ({ engine, looks }, photo) => {
    const image = photo.bytes;
    const reference = nextOf(photos, photos.includes(photo) ? photo : photos[0]);
    const relit = (label, input) => ({ label, run: () => engine.relight({ image, ...input }) });
    return [
      ...PROMPTS.map((prompt) => relit(prompt, { prompt })),
      ...(photo === card
        ? []
        : [
            relit(`lit as ${reference.name}`, { reference: reference.bytes }),
            relit('light map: a ramp', { lightmap: map }),
            relit('no prompt', {}),
            relit('change_background=false', { prompt: 'sunset from the left', changeBackground: false }),
            ...looks.RELIGHT_STYLES.map((style) =>
              relit(`style ${style}`, { prompt: 'warm light from the left', style }),
            ),
            ...looks.RELIGHT_ENGINES.map((name) =>
              relit(`engine ${name}`, { prompt: 'warm light from the left', engine: name }),
            ),
          ]),
    ];
  });
}

export async function stylePage(checkout, photos) {
  return picturePage(checkout, photos, 9, ({ engine, looks }, photo) => {
    const image = photo.bytes;
    const reference = nextOf(photos, photo);
    const styled = (label, input) => ({
      label,
      run: () => engine.transferStyle({ image, reference: reference.bytes, ...input }),
    });
    return [
      ...[1, 2, 3]
        .map((steps) => nextOf(photos, photo, steps))
        .map((other) => styled(`as ${other.name}`, { reference: other.bytes })),
      ...looks.STYLE_ENGINES.map((name) => styled(`engine ${name}`, { engine: name })),
      ...looks.STYLE_FLAVORS.map((flavor) => styled(`flavor ${flavor}`, { flavor })),
      ...[0, 100].map((structureStrength) => styled(`structure ${structureStrength}`, { structureStrength })),
      styled('style_strength 30', { styleStrength: 30 }),
      styled('portrait pop', { isPortrait: true, portraitStyle: 'pop' }),
    ];
  });
}

export async function skinPage(checkout, photos) {
  return picturePage(checkout, photos, 8, ({ engine, looks }, photo) => {
    const image = photo.bytes;
    const improved = (label, input) => ({ label, run: () => engine.enhanceSkin({ image, ...input }) });
    return [
      improved('faithful', { mode: 'faithful' }),
      improved('faithful, detail 0', { mode: 'faithful', skinDetail: 0 }),
      improved('creative', { mode: 'creative' }),
      ...looks.SKIN_OPTIMIZATIONS.map((optimizedFor) =>
        improved(optimizedFor, { mode: 'flexible', optimizedFor }),
      ),
      improved('grain 60', { mode: 'faithful', smartGrain: 60 }),
    ];
  });
}

async function picturePage(checkout, photos, columns, jobsOf) {
  const looks = await import(path.join(checkout, 'packages/engines/dist/image/index.js'));
  const engine = new looks.ImageEngine({ processes: 2, maxQueue: 1_000 });
  const rows = await Promise.all(
    photos.map(async (photo) => [
      { label: photo.name, bytes: photo.bytes },
      ...(await Promise.all(
        jobsOf({ engine, looks }, photo).map(async ({ label, run }) => ({
          label,
          bytes: (await run()).bytes,
        })),
      )),
    ]),
  );
  await engine.close();
  return { tileWidth: 300, tileHeight: 230, columns, rows };
}
