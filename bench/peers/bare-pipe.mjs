// The baseline: node:http that pipes a call to the vendor and its answer back, in a separate process.
// argv: port of the vendor.
import { createServer, request as call } from 'node:http';

const port = Number(process.argv[2]);

const server = createServer((request, response) => {
  const onward = call(
    { port, host: '127.0.0.1', path: request.url, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
