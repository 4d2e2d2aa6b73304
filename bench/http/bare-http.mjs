// The raw baseline: node:http, a JSON reply, JSON bodies parsed.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part) => (text += part));
  request.on('end', () => {
    if (text) JSON.parse(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
