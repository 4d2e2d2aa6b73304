import { publisherOf, readCatalogueEntry } from './catalogue-entry.js';

describe('a line of a catalogue', () => {
  it('becomes a node with what it says', () => {
    const line = JSON.stringify({
      id: 'My-Pack',
      author: 'Dr. Lt.Data',
      repository: 'https://example.com/x',
      github_stars: 7,
      app_nodes: ['B ', 'A', 'A', ''],
    });
    expect(readCatalogueEntry(line)).toEqual({
      id: 'My-Pack',
      idKey: 'my-pack',
      lookAlikeKey: 'mypack',
      publisherId: 'dr-lt-data',
      publisherName: 'Dr. Lt.Data',
      name: 'My-Pack',
      author: 'Dr. Lt.Data',
      description: '',
      repository: 'https://example.com/x',
      category: '',
      license: '',
      tags: [],
      preemptedAppNodeNames: [],
      githubStars: 7,
      appNodeNames: ['A', 'B '],
    });
  });

  it('may lie about anything but its id', () => {
    const line = JSON.stringify({ id: 'a', author: 5, repository: 'javascript:alert(1)', github_stars: -1 });
    expect(readCatalogueEntry(line)).toMatchObject({ author: '', repository: '', githubStars: 0 });
  });

  it.each([
    ['nonsense', /JSON/],
    ['[]', /JSON/],
    ['{}', /the id ""/],
    ['{"id":"search"}', /reserved/],
    ['{"id":"../x"}', /the id/],
  ])('%s is refused', (line, reason) => {
    expect(readCatalogueEntry(line)).toMatch(reason);
  });
});

describe('the publisher of an author', () => {
  it.each([
    ['Trung0246', 'trung0246'],
    ['Café_Noir', 'cafe-noir'],
    ['123abc', 'abc'],
    ['admin', 'catalogue'],
    ['作者', 'catalogue'],
    ['', 'catalogue'],
  ])('%p is %p', (author, id) => {
    expect(publisherOf(author).publisherId).toBe(id);
  });
});
