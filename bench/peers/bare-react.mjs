// A page of React and one heading, bundled and compressed like the console.
import fs from 'node:fs';
import compression from 'compression';
import express from 'express';
import { bundled } from '../../scripts/build-client.mjs';

const file = await bundled(`
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Atelier'));
`);
const script = fs.readFileSync(file);
const app = express();
app.use(compression());
app.get('/', (_, response) =>
  response.send(
    '<!doctype html><title>Atelier</title><div id="root"></div><script type="module" src="/page.js"></script>',
  ),
);
app.get('/page.js', (_, response) => response.type('js').send(script));
const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port));
