import { readFileSync } from 'node:fs';
import { generatedDocs } from '../../../apps/api/src/document/generated-docs.js';

describe('generated pages', () => {
  it.each(Object.entries(generatedDocs()))('%s is what the code says', (name, text) => {
    // When this fails: npm run docs:generate, and commit the result.
    expect(readFileSync(name, 'utf8')).toBe(text);
  });
});
