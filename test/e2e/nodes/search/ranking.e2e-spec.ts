import { SearchFixture } from './search-fixture.js';

describe('the order of a node search', () => {
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
  });
  afterEach(() => nodes.clear());
  afterAll(() => nodes.stop());

  it('puts the exact name first, then beginnings, names, full text and app nodes that are as popular', async () => {
    await nodes.index(
      { id: 'app', appNodeNames: ['LanternGlow'], stars: 50 },
      { id: 'text', description: 'Makes a lantern shine', stars: 50 },
      { id: 'inside', name: 'Paper lantern', stars: 50 },
      { id: 'lanternfish', stars: 50 },
      { id: 'lantern-tools', stars: 50 },
      { id: 'lantern' },
    );
    expect(await nodes.ids({ search: 'Lantern' })).toEqual([
      ...['lantern', 'lantern-tools', 'lanternfish', 'inside', 'text', 'app'],
    ]);
  });

  it('keeps names that repeat the words behind what is far more popular, but for the exact name', async () => {
    await nodes.index(
      ...Array.from({ length: 25 }, (_, at) => ({ id: `gravel-sorter-${at}`, stars: at })),
      { id: 'comfyui-gravel-sorter', name: 'ComfyUI-Gravel-Sorter', stars: 30 },
      { id: 'quarry', name: 'Quarry', description: 'A sorter of gravel and sand', stars: 2_000 },
      { id: 'pebbles', name: 'Pebbles', appNodeNames: ['GravelSorter'], stars: 4_000 },
    );
    expect((await nodes.ids({ search: 'gravel sorter' })).slice(0, 3)).toEqual([
      ...['pebbles', 'quarry', 'comfyui-gravel-sorter'],
    ]);
    await nodes.index({ id: 'exact', name: 'Gravel sorter' });
    expect((await nodes.ids({ search: 'gravel sorter' }))[0]).toBe('exact');
    expect((await nodes.ids({ search: 'comfyui gravel sorter' }))[0]).toBe('comfyui-gravel-sorter');
  });

  it('gives the only name with all the words first, where few nodes have them', async () => {
    await nodes.index(
      { id: 'rare', name: 'Velvet tangent' },
      { id: 'famous', description: 'A tangent of velvet', stars: 5_000 },
    );
    expect(await nodes.ids({ search: 'tangent velvet' })).toEqual(['rare', 'famous']);
  });

  it('counts downloads, ratings and age as well as stars', async () => {
    await nodes.index(
      { id: 'kite-stars', description: 'kite', stars: 100 },
      { id: 'kite-downloads', description: 'kite', downloads: 2_500 },
      { id: 'kite-disliked', description: 'kite', stars: 100, ratingSum: 40, ratingCount: 40 },
      { id: 'kite-liked', description: 'kite', stars: 100, ratingSum: 200, ratingCount: 40 },
      { id: 'kite-new', description: 'kite', stars: 100, ageDays: 10 },
    );
    expect(await nodes.ids({ search: 'kite' })).toEqual([
      ...['kite-new', 'kite-liked', 'kite-downloads', 'kite-stars', 'kite-disliked'],
    ]);
  });

  it('breaks ties by search ranking, popularity and id', async () => {
    await nodes.index(
      { id: 'bb-kite', stars: 3 },
      { id: 'aa-kite', stars: 3 },
      { id: 'cc-kite', stars: 4 },
      { id: 'dd-kite', downloads: 100 },
      { id: 'ee-kite', searchRanking: 1 },
      { id: 'ff-kite', searchRanking: -1 },
      { id: 'gg-kite', searchRanking: 7, downloads: 1_000_000 },
    );
    expect(await nodes.ids({ search: 'kite' })).toEqual([
      ...['ff-kite', 'ee-kite', 'gg-kite', 'dd-kite', 'cc-kite', 'aa-kite', 'bb-kite'],
    ]);
  });

  it.each([
    ['wall removal', 'remove walls', 'wall remover'],
    ['backdrop bg', 'backdrop background'],
    ['text to speech', 'tts'],
    ['upscaling', 'upscaler', 'super resolution'],
  ])('finds the same by %s', async (...searches) => {
    await nodes.index(
      {
        id: 'one',
        description: 'Removes a wall. Upscale images. A text to speech voice. Backdrop for a background',
      },
      { id: 'two', description: 'Wall remover. Super-resolution model. TTS. A bg backdrop' },
      { id: 'other', description: 'Draws walls and text' },
    );
    for (const search of searches)
      expect([search, (await nodes.ids({ search })).toSorted()]).toEqual([search, ['one', 'two']]);
  });

  it.each([
    'git clone https://github.com/Ada/Some-Thing',
    'git clone --depth 1 https://github.com/ada/some-thing.git my-folder',
    'https://github.com/Ada/Some-Thing.git',
    'git@github.com:Ada/Some-Thing.git',
  ])('finds a node by what was copied from its repository: %s', async (search) => {
    await nodes.index(
      { id: 'popular', description: 'git clone https github com', stars: 5_000 },
      { id: 'it', repository: 'https://github.com/Ada/Some-Thing' },
    );
    expect((await nodes.ids({ search }))[0]).toBe('it');
    expect((await nodes.ids({ repositoryUrlSearch: search }))[0]).toBe('it');
  });

  it.each([
    ['BlurryOwlTools', 'camel case'],
    ['blurry owl tools', 'spaces'],
    ['blurryowltools', 'no separators'],
    ['BLURRY_OWL_TOOLS', 'underscores and capitals'],
    ['ComfyUI Blurry-Owl-Tools', 'a noise word more'],
    ['blurry-owl', 'its beginning'],
    ['tools owl', 'words in another order'],
    ['blurry owls', 'another number'],
    ['Blury Owl Tools', 'a letter less'],
    ['Blurry Owwl Tools', 'a letter more'],
    ['Blurry Olw Tools', 'letters swapped'],
    ['BlurryOwlTopls', 'another letter'],
    ['CofmyUI-BlurryOwlTools', 'a misspelt noise word'],
  ])('finds Blurry-OwlTools by %s (%s)', async (search) => {
    await nodes.index(
      { id: 'pack-7', name: 'ComfyUI Blurry-OwlTools' },
      { id: 'pack-8', name: 'ComfyUI Tools', downloads: 50 },
      { id: 'pack-9', name: 'Owl camera', downloads: 60 },
    );
    expect((await nodes.ids({ search }))[0]).toBe('pack-7');
  });

  it('finds by author, publisher, tag, description, id and app node, and by words of several of them', async () => {
    await nodes.index(
      {
        id: 'id-quartz',
        name: 'Night sky',
        author: 'Ada Velvet',
        publisherId: 'harbour-works',
        publisherName: 'Harbour',
        tags: ['astronomy'],
        description: 'Denoises long exposures',
        appNodeNames: ['StackFrames'],
      },
      { id: 'other', name: 'Day', description: 'Something else' },
    );
    const searches = [
      'quartz',
      'ada velvet',
      'harbour',
      'astronomy',
      'long exposures',
      'stackframes',
      'velvet night',
      'harbour stack exposures',
    ];
    for (const search of searches)
      expect([search, await nodes.ids({ search })]).toEqual([search, ['id-quartz']]);
  });

  it('gives the misspelt word its meaning without hiding what was really typed', async () => {
    await nodes.index({ id: 'cart', name: 'cart' }, { id: 'card', name: 'card', downloads: 99 });
    expect(await nodes.ids({ search: 'cart' })).toEqual(['cart']);
    expect(await nodes.ids({ search: 'carz' })).toEqual(['card', 'cart']);
  });

  it.each([
    'github.com/Ada/Some-Thing',
    'https://github.com/ada/some-thing.git',
    'git@github.com:Ada/Some-Thing',
    'Some-Thing',
    'ada thing',
    'Ada/Some-Thingg',
  ])('finds a repository by %s', async (repositoryUrlSearch) => {
    await nodes.index(
      { id: 'other', repository: 'https://github.com/Bob/Other', stars: 5 },
      { id: 'longer', repository: 'https://github.com/ada/Some-Thing-Else', stars: 0 },
      { id: 'it', repository: 'https://github.com/Ada/Some-Thing' },
    );
    expect((await nodes.ids({ repositoryUrlSearch }))[0]).toBe('it');
  });

  it.each(['LoadFoldedPaper', 'loadfoldedpaper', 'Load Folded Paper', 'folded', 'LoadFoldedPapre'])(
    'finds a node by its app node %s, the exact one first',
    async (appNodeSearch) => {
      await nodes.index(
        { id: 'many', appNodeNames: ['LoadFolded', 'PaperFolded', 'UnfoldedLoad'] },
        { id: 'it', appNodeNames: ['LoadFoldedPaper', 'X'], stars: 1 },
      );
      expect((await nodes.ids({ appNodeSearch }))[0]).toBe('it');
    },
  );

  it('sorts by downloads, stars or age when asked', async () => {
    await nodes.index(
      { id: 'reef-a', downloads: 1, stars: 3, createdAt: new Date('2026-02-01T00:00:00Z') },
      { id: 'reef-b', downloads: 2, stars: 1, createdAt: new Date('2026-03-01T00:00:00Z') },
      { id: 'reef-c', downloads: 3, stars: 2, createdAt: new Date('2026-01-01T00:00:00Z') },
    );
    for (const search of ['reef', undefined]) {
      expect(await nodes.ids({ search, sort: 'downloads' })).toEqual(['reef-c', 'reef-b', 'reef-a']);
      expect(await nodes.ids({ search, sort: 'stars' })).toEqual(['reef-a', 'reef-c', 'reef-b']);
      expect(await nodes.ids({ search, sort: 'newest' })).toEqual(['reef-b', 'reef-a', 'reef-c']);
    }
  });
});
