import { SearchFixture } from './search-fixture.js';

describe('the conditions of a node search', () => {
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
  });
  afterEach(() => nodes.clear());
  afterAll(() => nodes.stop());

  it('all hold at once', async () => {
    await nodes.index(
      {
        id: 'all',
        name: 'Fern',
        repository: 'https://github.com/moss/x',
        appNodeNames: ['Leaf'],
        os: ['Linux'],
      },
      { id: 'no-app', name: 'Fern', repository: 'https://github.com/moss/y', os: ['Linux'] },
      { id: 'no-repo', name: 'Fern', appNodeNames: ['Leaf'], os: ['Linux'] },
      {
        id: 'no-os',
        name: 'Fern',
        repository: 'https://github.com/moss/z',
        appNodeNames: ['Leaf'],
        os: ['Windows'],
      },
      { id: 'no-name', repository: 'https://github.com/moss/w', appNodeNames: ['Leaf'], os: ['Linux'] },
    );
    const request = {
      search: 'fern',
      repositoryUrlSearch: 'moss',
      appNodeSearch: 'leaf',
      supportedOs: 'linux',
    };
    expect(await nodes.search(request)).toEqual({
      ids: ['all'],
      total: 1,
      totalIsExact: true,
      stage: 'typed',
      best: expect.any(Number),
    });
    expect(await nodes.ids({ ...request, search: 'nothing of the kind' })).toEqual([]);
  });

  it('find a name whose end is cut within a character', async () => {
    const name = `${'sail'.repeat(15)}boa\u{1F600}`;
    await nodes.index({ id: 'cut', name, repository: `https://example.com/${'x'.repeat(51)}\u{20000}` });
    expect(await nodes.ids({ search: name })).toEqual(['cut']);
    expect(await nodes.ids({ repositoryUrlSearch: `example.com/${'x'.repeat(51)}\u{20000}` })).toEqual([
      'cut',
    ]);
  });

  it('a node that declares no system or accelerator matches every filter', async () => {
    await nodes.index(
      { id: 'open' },
      { id: 'everywhere', os: ['OS Independent'] },
      { id: 'linux', os: ['Linux'], accelerators: ['CUDA', 'ROCm'] },
      { id: 'mac', os: ['Operating System :: MacOS'], accelerators: ['Metal'] },
    );
    expect(await nodes.ids({ supportedOs: 'macOS' })).toEqual(['everywhere', 'mac', 'open']);
    expect(await nodes.ids({ supportedOs: 'Linux', supportedAccelerator: 'rocm' })).toEqual([
      'everywhere',
      'linux',
      'open',
    ]);
    expect(await nodes.ids({ supportedOs: 'Plan 9' })).toEqual(['everywhere', 'open']);
  });

  describe('a tag', () => {
    it('is found as a whole, whatever its case, alone and beside words', async () => {
      await nodes.index(
        { id: 'one', tags: ['Image Editing', 'a,b'], description: 'fern', downloads: 3 },
        { id: 'two', tags: ['image editing'], os: ['Linux'], downloads: 9 },
        { id: 'part', tags: ['image', "o'clock\\"], description: 'editing fern' },
      );
      expect(await nodes.search({ tag: 'IMAGE editing ' })).toMatchObject({ ids: ['two', 'one'], total: 2 });
      expect(await nodes.ids({ tag: 'image editing', search: 'fern' })).toEqual(['one']);
      expect(await nodes.ids({ tag: 'image editing', search: 'frn' })).toEqual(['one']);
      expect(await nodes.ids({ tag: 'image editing', supportedOs: 'windows' })).toEqual(['one']);
      expect(await nodes.ids({ tag: 'image', sort: 'downloads' })).toEqual(['part']);
      expect(await nodes.ids({ tag: "o'clock\\" })).toEqual(['part']);
      expect(await nodes.ids({ tag: 'a,b' })).toEqual(['one']);
      expect(await nodes.ids({ tag: 'mage' })).toEqual([]);
      expect(await nodes.ids({ tag: ' ' })).toEqual(['two', 'one', 'part']);
    });

    it('is no word that a typing error may mean', async () => {
      await nodes.index({ id: 'one', tags: ['fern'] });
      expect(await nodes.ids({ search: '#fern' })).toEqual(['one']);
      expect(await nodes.ids({ search: 'xfern', tag: 'fern' })).toEqual(['one']);
      expect(await nodes.ids({ search: 'wfern moss', tag: 'moss' })).toEqual([]);
    });
  });

  it('find accelerators by the names of their makers', async () => {
    await nodes.index(
      { id: 'arc', accelerators: ['GPU :: Intel Arc'] },
      { id: 'ascend', accelerators: ['NPU :: Huawei Ascend'] },
    );
    expect(await nodes.ids({ supportedAccelerator: 'Intel Arc' })).toEqual(['arc']);
    expect(await nodes.ids({ supportedAccelerator: 'Ascend' })).toEqual(['ascend']);
  });

  it.each(['https://github.com/Moss/Fern', 'http://www.github.com/moss/fern.git/', 'github.com/moss/fern'])(
    'the keyword %s finds the repository first',
    async (search) => {
      await nodes.index(
        { id: 'wanted', repository: 'https://github.com/moss/fern' },
        { id: 'named', name: 'github.com moss fern', downloads: 9 },
      );
      expect((await nodes.ids({ search }))[0]).toBe('wanted');
    },
  );

  describe('the repository', () => {
    const spellings = [
      ...['', 'http://', 'https://', 'git@', 'ssh://git@'].flatMap((scheme) =>
        ['', 'www.'].flatMap((www) =>
          ['github.com', 'github.com/Mossy-Bank', 'github.com/Mossy-Bank/Fern_Leaf'].map(
            (rest) => `${scheme}${www}${rest}`,
          ),
        ),
      ),
      ...['git@github.com:Mossy-Bank', 'git@github.com:Mossy-Bank/Fern_Leaf', 'Mossy-Bank'],
      ...['Mossy-Bank/Fern_Leaf', 'Fern_Leaf'],
    ].flatMap((spelling) => ['', '/', '.git', '.git/'].map((end) => spelling + end));

    it('is found by host, owner, owner and name, however they are written', async () => {
      await nodes.index(
        { id: 'wanted', repository: 'https://github.com/mossy-bank/fern_leaf' },
        { id: 'elsewhere', repository: 'https://gitlab.com/other/thing' },
      );
      for (const spelling of spellings) {
        for (const text of [spelling, spelling.toLowerCase(), spelling.toUpperCase()]) {
          expect([text, await nodes.ids({ repositoryUrlSearch: text })]).toEqual([text, ['wanted']]);
        }
      }
      expect(await nodes.ids({ repositoryUrlSearch: 'gitlab' })).toEqual(['elsewhere']);
    });
  });

  it.each([
    ['FernLeafSampler', 'Fern Leaf Sampler'],
    ['Fern Leaf', 'Fern of a Leaf'],
    ['Fernleaf', 'Fernleaf Box'],
  ])('the app node %s is found by its exact name among the first', async (name, other) => {
    await nodes.index(...[1, 2, 3, 4].map((at) => ({ id: `n${at}`, name: `${other} ${at}`, downloads: 9 })), {
      id: 'has-it',
      appNodeNames: [name],
    });
    expect((await nodes.ids({ search: name })).slice(0, 3)).toContain('has-it');
  });

  it('banned nodes show only to those who may see them, removed ones to nobody', async () => {
    await nodes.index({ id: 'good' }, { id: 'bad', banned: true }, { id: 'Gone' });
    await nodes.remove('gone', 'never-there');
    expect(await nodes.search({})).toMatchObject({ ids: ['good'], total: 1 });
    expect(await nodes.ids({ search: 'bad' })).not.toContain('bad');
    expect(await nodes.ids({ includeBanned: true })).toEqual(['bad', 'good']);
    expect(await nodes.ids({ search: 'bad', includeBanned: true })).toEqual(['bad']);
    expect(await nodes.ids({ search: 'gone', includeBanned: true })).toEqual([]);
  });

  it('a document that is indexed again is found by its new words only, whatever the case of its id', async () => {
    await nodes.index({ id: 'Pack', name: 'Violet', description: 'alpha' });
    await nodes.index({ id: 'pack', name: 'Indigo', description: 'beta', banned: false });
    expect(await nodes.ids({ search: 'violet' })).toEqual([]);
    expect(await nodes.ids({ search: 'alpha' })).toEqual([]);
    expect(await nodes.ids({ search: 'indigo beta' })).toEqual(['pack']);
    expect(await nodes.search({})).toMatchObject({ total: 1 });
  });

  it.each([
    ["'; drop table node_search; --", 0],
    ["leaf' | 'x", 1],
    ['leaf & !leaf', 1],
    ['leaf:* <-> leaf', 1],
    ['%_\\', 0],
    ['leaf\\', 1],
    ['\u202eleaf\u200b', 1],
    ['l\u200bea\u2060f', 1],
    ['🙂🙂', 0],
    ['((((', 0],
    ['a'.repeat(50_000), 0],
    ['leaf '.repeat(20_000), 1],
  ])('%# harmless: odd text finds what its letters say', async (search, total) => {
    await nodes.index({ id: 'leaf' });
    expect((await nodes.search({ search })).total).toBe(total);
    expect((await nodes.search({ appNodeSearch: search })).total).toBe(0);
    expect((await nodes.search({ repositoryUrlSearch: search })).total).toBe(0);
    expect((await nodes.search({ supportedOs: search })).total).toBe(1);
  });

  it('names in any script are found by their words and by a part of a text without spaces', async () => {
    await nodes.index(
      { id: 'han', name: '图像放大工具' },
      { id: 'arabic', name: 'محرر الصور' },
      { id: 'greek', name: 'Εικόνα' },
    );
    expect(await nodes.ids({ search: '放大' })).toEqual(['han']);
    expect(await nodes.ids({ search: '像' })).toEqual(['han']);
    expect(await nodes.ids({ search: 'الصور' })).toEqual(['arabic']);
    expect(await nodes.ids({ search: 'εικόνα' })).toEqual(['greek']);
  });

  describe('words within Korean ones', () => {
    const search = async (text: string) => [text, await nodes.ids({ search: text })];
    const texts = {
      name: { id: 'name', name: 'AI이미지업스케일러' },
      text: { id: 'text', description: '고해상도영상변환기를 위한 도구', tags: ['얼굴복원'] },
      apps: { id: 'apps', appNodeNames: ['배경제거기'] },
    };

    it('are found, those in names first, and nothing else is', async () => {
      await nodes.index(texts.name, texts.text, texts.apps, { id: 'both', description: '업스케일 이미지' });
      for (const word of ['이미지', '업스케일']) expect(await search(word)).toEqual([word, ['name', 'both']]);
      expect(await search('영상변환')).toEqual(['영상변환', ['text']]);
      expect(await search('상')).toEqual(['상', ['text']]);
      expect(await search('복원')).toEqual(['복원', ['text']]);
      expect(await search('제거')).toEqual(['제거', ['apps']]);
      expect(await search('영상복원기')).toEqual(['영상복원기', []]);
      expect(await nodes.ids({ appNodeSearch: '배경제거' })).toEqual(['apps']);
    });
  });
});
