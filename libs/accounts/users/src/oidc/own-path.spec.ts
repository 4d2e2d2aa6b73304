import { ownPath } from './own-path.js';

describe('where people return to', () => {
  it.each([
    ['/console', '/console'],
    ['/console/registry?search=a%20b&page=2#x', '/console/registry?search=a%20b&page=2#x'],
    ['/console/../docs', '/console'],
    ['/console/./tasks', '/console/tasks'],
    ['/consoles', '/console'],
    ['//evil.example/console', '/console'],
    ['/\\evil.example', '/console'],
    ['https://evil.example/console', '/console'],
    ['/console\r\nSet-Cookie: a=b', '/console'],
    ['', '/console'],
    [undefined, '/console'],
  ])('%j leads to %s', (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
  });
});
