import { parseLsof } from './orphaned-server.js';

describe('parseLsof', () => {
  it('lists the processes that work in the folder, and not those below it or beside it', () => {
    const fields =
      'p12\nfcwd\nn/srv/data\np13\nfcwd\nn/srv/data/base\np14\nfcwd\nn/srv/data2\np15\nfcwd\nn/srv/data\n';
    expect(parseLsof(fields, '/srv/data')).toEqual([12, 15]);
  });
});
