import { parseRepositoryPath } from './repository-path.js';

describe('parseRepositoryPath', () => {
  it.each([
    'https://github.com/Owner/Some.Name',
    'http://www.github.com/Owner/Some.Name/',
    'https://github.com/Owner/Some.Name.git',
    'git@github.com:Owner/Some.Name.git',
    'git+ssh://git@github.com/Owner/Some.Name.git',
    'ssh://git@github.com:22/Owner/Some.Name',
    'github.com/owner/some.name',
    'GITHUB.COM/OWNER/SOME.NAME',
    'https://token@github.com/Owner/Some.Name?tab=readme#top',
    'https://github.com/Owner/Some.Name/tree/main/docs',
    '  https://github.com/Owner/Some.Name  ',
  ])('reads %s', (address) => {
    expect(parseRepositoryPath(address)).toMatchObject({
      full: 'github.com/owner/some.name',
      path: 'owner/some.name',
      host: 'github.com',
      name: 'some.name',
    });
  });

  it('takes owner and name without a host, or a name alone', () => {
    expect(parseRepositoryPath('Owner/Name.git')).toEqual({
      full: 'owner/name',
      path: 'owner/name',
      host: '',
      writtenPath: 'Owner/Name',
      name: 'name',
    });
    expect(parseRepositoryPath('Name')).toMatchObject({ full: 'name', path: 'name', name: 'name' });
  });

  it.each(['github.com', 'https://www.GitHub.com/', 'git@github.com:', 'github.com.git'])(
    'takes the host %s alone',
    (address) => expect(parseRepositoryPath(address).host).toBe('github.com'),
  );

  it('gives empty parts for nothing', () => {
    expect(parseRepositoryPath('https://')).toEqual({
      full: '',
      path: '',
      host: '',
      writtenPath: '',
      name: '',
    });
  });
});
