// A vendor that answers at once: a chat completion to JSON, a music stream of one chunk to anything else, with the same content.
import { createServer } from 'node:http';

const content = Buffer.alloc(768, 'music').toString('base64');
const chat = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 200, total_tokens: 203 },
});
const music = `{"type":"audio_chunk","stream_index":0,"data":"${content}"}\n{"type":"complete"}\n`;

const server = createServer((request, response) => {
  const isChat = request.headers['content-type']?.startsWith('application/json');
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': isChat ? 'application/json' : 'application/x-ndjson' });
    response.end(isChat ? chat : music);
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
