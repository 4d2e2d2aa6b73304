import { InvalidPriceTable, parsePriceTable } from './price-table.js';
import { Prices } from './prices.js';
import { ownTable, readPriceTable } from './read-price-table.js';

describe('the price table of the service', () => {
  const prices = new Prices(readPriceTable(ownTable()));
  const video = (model: string, resolution: string, durationSeconds: number, extra = {}) =>
    prices.video({ model, resolution, durationSeconds, ...extra });

  it.each([
    ['vq3-pro', '540p', 1, 14],
    ['vq3-pro', '720p', 5, 150],
    ['vq3-pro', '1080p', 16, 512],
    ['vq3-pro', '2K', 3, 120],
    ['vq2-pro-fast', '720p', 1, 8],
    ['vq2-pro-fast', '720p', 10, 26],
    ['vq2-pro-fast', '1080p', 2, 20],
    ['vq2-pro', '360p', 8, 24],
    ['vq2-pro', '540p', 1, 10],
    ['vq2-pro', '720p', 5, 55],
    ['vq2-pro', '1080p', 8, 160],
    ['vq2-turbo', '360p', 2, 12],
    ['vq2-turbo', '720p', 1, 8],
    ['vq2-turbo', '720p', 2, 10],
    ['vq2-turbo', '720p', 5, 40],
    ['vq2-turbo', '1080p', 4, 65],
    ['vq1', '1080p', 5, 80],
    ['vq1-classic', '1080p', 5, 80],
    ['v2.0', '360p', 4, 20],
    ['v2.0', '720p', 8, 40],
    ['v2.0', '1080p', 4, 100],
  ])('prices %s at %s for %i s with %i credits', (model, resolution, seconds, credits) => {
    expect(video(model, resolution, seconds)).toBe(credits);
  });

  it.each([
    ['vq2-pro', '540p', 1, 30],
    ['vq2-pro', '720p', 5, 70],
    ['vq2-pro', '1080p', 7, 150],
    ['vq2-turbo', '720p', 5, 35],
    ['vq2-turbo', '1080p', 2, 50],
  ])('prices an extension by %s at %s of %i s with %i credits', (model, resolution, seconds, credits) => {
    expect(prices.videoExtension({ model, resolution, durationSeconds: seconds })).toBe(credits);
  });

  it('adds 10 for a recommended prompt and halves off-peak runs, rounded up', () => {
    expect(video('vq2-pro', '720p', 5, { usesRecommendedPrompt: true })).toBe(65);
    expect(video('vq2-pro', '720p', 5, { isOffPeak: true })).toBe(28);
    expect(video('vq2-pro', '720p', 5, { usesRecommendedPrompt: true, isOffPeak: true })).toBe(33);
    expect(video('v2.0', '360p', 4, { isOffPeak: true })).toBe(10);
  });

  it('prices images by run and music by the second', () => {
    expect(prices.image('skin-enhancer-faithful')).toBe(74);
    expect([prices.musicFromText(1), prices.musicFromText(30), prices.musicFromText(31)]).toEqual([
      1, 15, 16,
    ]);
    expect(prices.musicFromVideo(12.2)).toBe(25);
  });

  it('rounds up the price of a run by a rate once, whatever its size', () => {
    const table = structuredClone(readPriceTable(ownTable()));
    table.music.perTextSecond = 0.000001;
    table.music.perVideoSecond = 100_000.1;
    table.video.generation.vq1 = { '1080p': { first: [1], perSecond: 2.5 } };
    const dear = new Prices(parsePriceTable(table));
    expect([dear.musicFromText(1), dear.musicFromVideo(330)]).toEqual([1, 33_000_033]);
    const run = { model: 'vq1', resolution: '1080p' };
    expect([2, 3].map((durationSeconds) => dear.video({ ...run, durationSeconds }))).toEqual([4, 6]);
    expect(dear.video({ ...run, durationSeconds: 3, isOffPeak: true })).toBe(3);
  });

  it('knows what it does not sell', () => {
    expect(() => video('vq1', '360p', 5)).toThrow('vq1 at 360p');
    expect(() => prices.image('nothing')).toThrow('nothing');
  });
});

describe('parsePriceTable', () => {
  it('names every wrong place', () => {
    const table = {
      version: 1,
      image: { 'image-relight': -1, 'image-style-transfer': 1.5 },
      video: {
        generation: {
          vq1: { '1080p': { first: [], perSecond: '2' } },
          v2: { '720p': { first: [10, 2.5], perSecond: 0.0000001 } },
        },
        extension: [],
        recommendedPrompt: 0.5,
        offPeakShare: 2,
      },
    };
    const parse = () => parsePriceTable(table);
    expect(parse).toThrow(InvalidPriceTable);
    for (const place of [
      'table.version must be a text',
      'table.image.image-relight must be a whole number from 0 to 1000000',
      'table.image.image-style-transfer must be a whole number from 0 to 1000000',
      'table.video.generation.vq1.1080p.first must be a list of numbers',
      'table.video.generation.vq1.1080p.perSecond must be a number',
      'table.video.extension must be an object with entries',
      'table.video.generation.v2.720p.first.1 must be a whole number from 0 to 1000000',
      'table.video.generation.v2.720p.perSecond must be a number from 0 to 1000000 with at most 6 decimals',
      'table.video.recommendedPrompt must be a whole number from 0 to 1000000',
      'table.video.offPeakShare must be a number from 0 to 1 with at most 6 decimals',
      'table.music is missing',
    ]) {
      expect(parse).toThrow(place);
    }
  });

  it('says when a file cannot be read', () => {
    expect(() => readPriceTable('/nowhere/prices.json')).toThrow(InvalidPriceTable);
  });
});
