import { DatabaseUnreachable } from './database-unreachable.error.js';

const URL = 'postgresql://ada:hush-4711@db.example:6543/atelier';

describe('DatabaseUnreachable', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, 'nothing listens there'],
    [{ code: '28P01' }, 'it refuses the user or the password'],
    [{ code: '3D000' }, 'it has no database of that name'],
    [new Error('timeout expired'), 'timeout expired'],
  ])('says where and why for %j', (cause, reason) => {
    const { message } = new DatabaseUnreachable(URL, cause);
    expect(message).toContain(`The database atelier at db.example:6543 cannot be used: ${reason}.`);
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain('hush-4711');
  });

  it('names the port that is used when none is written', () => {
    expect(new DatabaseUnreachable('postgres://localhost/x', {}).message).toContain('x at localhost:5432');
  });
});
