import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { generatedDocs } from '../../../apps/api/src/document/generated-docs.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;

describe('generated pages', () => {
  it.each(Object.entries(generatedDocs(document)))('%s is what the code says', (name, text) => {
    // When this fails: npm run docs:generate, and commit the result.
    expect(readFileSync(name, 'utf8')).toBe(text);
  });
});
