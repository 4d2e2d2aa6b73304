import { claimedPerson } from './claimed-person.js';

describe('the person that a token claims', () => {
  it('has the first usable name, and an address', () => {
    expect(claimedPerson({ sub: 's', name: ' Ada ', email: 'ada@example.com' })).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
    });
    expect(claimedPerson({ sub: 's', name: '', preferred_username: 'ada' })).toEqual({
      name: 'ada',
      email: '',
    });
    expect(claimedPerson({ sub: 's', name: 7 })).toEqual({ name: 's', email: '' });
  });

  it.each([
    ['Ada\u202Eecalevol', 'Adaecalevol'],
    ['A\u200Bd\u2060a\uFEFF', 'Ada'],
    ['Ada\u0000\u0007', 'Ada'],
    ['Ada\n \tLovelace', 'Ada Lovelace'],
    ['Ada\u2028Lovelace', 'Ada Lovelace'],
    ['👩\u200D🚀 Ada', '👩\u200D🚀 Ada'],
    ['آدا لاولیس', 'آدا لاولیس'],
  ])('shows nothing that hides in the name %j', (name, shown) => {
    expect(claimedPerson({ sub: 's', name }).name).toBe(shown);
  });

  it('takes the next claim as name when the first has no visible character', () => {
    expect(claimedPerson({ sub: 's', name: '\u200B\u202E', preferred_username: 'ada' }).name).toBe('ada');
  });
});
