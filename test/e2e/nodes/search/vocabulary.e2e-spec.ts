import { LoadedVocabulary } from '../../../../libs/search/src/loaded-vocabulary.js';
import { indexedRow, NodeSearchWriter } from '../../../../libs/search/src/node-search-writer.repository.js';
import { waitingForLocks } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { documentOf, SearchFixture } from './search-fixture.js';

describe('the words that an import learns', () => {
  let nodes: SearchFixture;
  const writer = new NodeSearchWriter();

  beforeAll(async () => {
    nodes = await SearchFixture.start();
  });
  afterEach(() => nodes.clear());
  afterAll(() => nodes.stop());

  function learn(...texts: string[]): Promise<void> {
    const rows = texts.map((description, at) => indexedRow(documentOf({ id: `boat${at}`, description })));
    return writer.learn((work) => nodes.inTransaction(work), rows, new LoadedVocabulary());
  }

  async function textCount(term: string): Promise<number | undefined> {
    const rows = await nodes.database.query<{ t: number }>('select t from search_term where term = $1', [
      term,
    ]);
    return rows[0]?.t;
  }

  it('are counted, new ones and known ones', async () => {
    await learn('weir', 'weir lock');
    await learn('lock towpath');
    expect(await Promise.all(['weir', 'lock', 'towpath', 'quay'].map(textCount))).toEqual([
      2,
      2,
      1,
      undefined,
    ]);
  });

  it('are counted also when somebody else adds one of them meanwhile', async () => {
    let learning: Promise<void> | undefined;
    await nodes.inTransaction(async (other) => {
      await other.query(`insert into search_term (term, n, t, a, r) values ('weir', 0, 7, 0, 0)`, []);
      learning = learn('quay weir');
      await until(async () => (await waitingForLocks(nodes.url)).length > 0);
    });
    await learning;
    expect([await textCount('weir'), await textCount('quay')]).toEqual([8, 1]);
  });
});
