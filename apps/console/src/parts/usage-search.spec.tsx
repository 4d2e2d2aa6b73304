import * as v from 'valibot';
import { usageQuery, usageSearch } from './usage-search.js';

const read = (search: unknown) => v.parse(v.object(usageSearch), search);

describe('The search of usage in the address', () => {
  it('leaves out what it cannot read instead of failing the page', () => {
    expect(read({ from: 'yesterday', to: '2026-01-31', by: ['weather'] })).toEqual({ to: '2026-01-31' });
  });

  it('asks by day where nothing else is chosen that the page offers', () => {
    expect(usageQuery(read({ by: ['user'] }), ['day', 'kind'])).toEqual({ group_by: ['day'] });
  });

  it('asks in the order of the columns', () => {
    const search = read({ from: '2026-01-01', by: ['kind', 'day'] });
    expect(usageQuery(search, ['day', 'kind'])).toEqual({ from: '2026-01-01', group_by: ['day', 'kind'] });
  });
});
