const PAGE = '<!doctype html><title>Sorry</title><p>We are back soon.</p>';

export function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function page(response, status = 200) {
  response.writeHead(status, { 'content-type': 'text/html' }).end(PAGE);
}
