import { compiledFile } from '#libs/platform/runtime';

describe('compiledFile', () => {
  it('maps a source neighbour to dist', () => {
    expect(compiledFile('file:///a/libs/engines/image/src/x.ts', './x.worker.js')).toBe(
      '/a/dist/libs/engines/image/src/x.worker.js',
    );
  });

  it('keeps a compiled neighbour', () => {
    expect(compiledFile('file:///a/dist/libs/engines/image/src/x.js', './x.worker.js')).toBe(
      '/a/dist/libs/engines/image/src/x.worker.js',
    );
  });
});
