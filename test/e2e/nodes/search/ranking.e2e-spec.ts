import { SearchFixture } from './search-fixture.js';

describe('the order of a node search', () => {
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
  });
  afterEach(() => nodes.clear());
  afterAll(() => nodes.stop());

  it('puts the exact name first, then beginnings, then full text, then app nodes, whatever is popular', async () => {
    await nodes.index(
      { id: 'app', appNodeNames: ['LanternGlow'], downloads: 9_000 },
      { id: 'text', description: 'Makes a lantern shine', downloads: 8_000 },
      { id: 'inside', name: 'Paper lantern', downloads: 7_000 },
      { id: 'lanternfish', downloads: 5_000 },
      { id: 'lantern-tools', downloads: 6_000 },
      { id: 'ComfyUI-Lantern', downloads: 2 },
      { id: 'lantern', downloads: 1 },
    );
    expect(await nodes.ids({ search: 'Lantern' })).toEqual([
      ...['lantern', 'comfyui-lantern', 'lantern-tools', 'lanternfish', 'inside', 'text', 'app'],
    ]);
  });

  it('breaks ties by search ranking, downloads, stars and id', async () => {
    await nodes.index(
      { id: 'bb-kite', stars: 3 },
      { id: 'aa-kite', stars: 3 },
      { id: 'cc-kite', stars: 4 },
      { id: 'dd-kite', downloads: 1 },
      { id: 'ee-kite', searchRanking: 1 },
      { id: 'ff-kite', searchRanking: -1 },
      { id: 'gg-kite', searchRanking: 7, downloads: 1_000_000 },
    );
    expect(await nodes.ids({ search: 'kite' })).toEqual([
      'ff-kite',
      'ee-kite',
      'gg-kite',
      'dd-kite',
      'cc-kite',
      'aa-kite',
      'bb-kite',
    ]);
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
