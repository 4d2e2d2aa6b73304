import { intendedParameter, refuseMisspeltParameters } from './search-parameter-names.js';

describe('intendedParameter', () => {
  it.each([
    ['q', 'search'],
    ['query', 'search'],
    ['serach', 'search'],
    ['Search', 'search'],
    ['os', 'supported_os'],
    ['supportedOs', 'supported_os'],
    ['supported-accelerators', 'supported_accelerator'],
    ['suported_accelerator', 'supported_accelerator'],
    ['per_page', 'limit'],
    ['pageSize', 'limit'],
    ['pag', 'page'],
    ['repo', 'repository_url_search'],
    ['repository_search_url', 'repository_url_search'],
    ['app_nodes_search', 'app_node_search'],
    ['comfy_node_search', 'app_node_search'],
    ['order_by', 'sort'],
    ['includeBanned', 'include_banned'],
  ])('takes %s for %s', (name, known) => {
    expect(intendedParameter(name)).toBe(known);
  });

  it.each([
    'utm_source',
    'locale',
    'timestamp',
    'include_translations',
    'other_node_name',
    'x',
    '',
    '__proto__',
    'constructor',
  ])('knows nothing about %p', (name) => {
    expect(intendedParameter(name)).toBeUndefined();
  });
});

describe('refuseMisspeltParameters', () => {
  it('names every one of them and what to use', () => {
    expect(() => refuseMisspeltParameters({ q: 'a', os: 'b', page: '1', locale: 'de' })).toThrow(
      'q is not a parameter; use search; os is not a parameter; use supported_os.',
    );
  });

  it('lets known and unrelated names pass', () => {
    expect(() => refuseMisspeltParameters({ search: 'a', supported_os: 'b', locale: 'de' })).not.toThrow();
  });
});
