import type { NodeSearchDocument } from '../../../../libs/registry/search/src/search-document.js';
import type { NodeSearchRequest } from '../../../../libs/registry/search/src/search-request.js';
import { documentOf, SearchFixture } from './search-fixture.js';

const NODES = 400;
const QUERIES = 25;

/** Syllables make words that are as near to each other as real ones are. */
const SOUNDS = ['ba', 'lo', 'mi', 'tra', 'ke', 'shu', 'ven', 'dor', 'pli', 'ga', 'nu', 'sto'];

type KnownItem = { request: Partial<NodeSearchRequest>; expected: string };

describe('the relevance of a node search', () => {
  const random = seeded(11);
  const words = Array.from({ length: 260 }, () => wordOf(2 + Math.floor(random() * 3)));
  const documents = Array.from({ length: NODES }, (_, at) => invented(at));
  let nodes: SearchFixture;

  beforeAll(async () => {
    nodes = await SearchFixture.start();
    await nodes.index(...documents);
  });
  afterAll(() => nodes.stop());

  it.each<[string, number, (document: NodeSearchDocument) => Partial<NodeSearchRequest>]>([
    ['the exact name', 1, ({ name }) => ({ search: name })],
    [
      'the name in lower case without separators',
      1,
      ({ name }) => ({ search: name.replace(/\W/gu, '').toLowerCase() }),
    ],
    ['a name with one typing error', 0.95, ({ name }) => ({ search: misspelt(name) })],
    [
      'author and a word of the name',
      0.9,
      ({ author, name }) => ({ search: `${author} ${name.split('-')[1]}` }),
    ],
    [
      'three words of the description',
      0.9,
      ({ description }) => ({ search: description.split(' ').slice(2, 5).join(' ') }),
    ],
    ['an app node', 0.95, ({ appNodeNames }) => ({ appNodeSearch: appNodeNames[0] })],
    ['a repository', 1, ({ repository }) => ({ repositoryUrlSearch: repository.replace('https://', '') })],
  ])('by %s has a mean reciprocal rank of at least %d', async (_, least, requestOf) => {
    const items = documents
      .slice(0, QUERIES)
      .map((document) => ({ request: requestOf(document), expected: document.id }));
    expect(await meanReciprocalRank(items)).toBeGreaterThanOrEqual(least);
  });

  async function meanReciprocalRank(items: readonly KnownItem[]): Promise<number> {
    let sum = 0;
    for (const { request, expected } of items) {
      const rank = (await nodes.ids({ ...request, limit: 10 })).indexOf(expected) + 1;
      sum += rank > 0 ? 1 / rank : 0;
    }
    return sum / items.length;
  }

  function invented(at: number): NodeSearchDocument {
    const own = Array.from({ length: 3 }, () => capital(pick(words)));
    return documentOf({
      id: `${own.join('-').toLowerCase()}-${at}`,
      name: `ComfyUI-${own.join('-')}${at}`,
      author: `${capital(wordOf(2))} ${capital(wordOf(3))}`,
      description: Array.from({ length: 14 }, () => pick(words)).join(' '),
      repository: `https://github.com/${wordOf(2)}/${own.join('_')}_${at}`,
      appNodeNames: Array.from(
        { length: 4 },
        () => `${capital(pick(words))}${capital(pick(words))}${capital(wordOf(2))}`,
      ),
      stars: Math.floor(random() * 500),
    });
  }

  /** One letter less, more, other or swapped, after the first letter of the first telling word. */
  function misspelt(name: string): string {
    const at = 'ComfyUI-'.length + 1 + Math.floor(random() * 3);
    const edits = [
      name.slice(0, at) + name.slice(at + 1),
      `${name.slice(0, at)}x${name.slice(at)}`,
      `${name.slice(0, at)}x${name.slice(at + 1)}`,
      `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`,
    ];
    return pick(edits);
  }

  function wordOf(syllables: number): string {
    return Array.from({ length: syllables }, () => pick(SOUNDS)).join('');
  }

  function pick<T>(list: readonly T[]): T {
    return list[Math.floor(random() * list.length)]!;
  }
});

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A small linear congruential generator: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
