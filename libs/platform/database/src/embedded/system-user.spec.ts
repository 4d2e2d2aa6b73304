import { parseAccounts } from './system-user.js';

describe('parseAccounts', () => {
  it('keeps ordinary accounts only', () => {
    const file = [
      '# User Database',
      'root:x:0:0:root:/root:/bin/bash',
      'toor:x:0:0::/root:/bin/sh',
      'nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false',
      'node:x:1000:1000::/home/node:/bin/bash',
      'broken',
      '',
    ].join('\n');
    expect(parseAccounts(file)).toEqual([{ name: 'node', uid: 1000, gid: 1000 }]);
  });
});
