// The framework's baseline: bare Express, a JSON reply, JSON bodies parsed.
import express from 'express';

const app = express();
app.use(express.json());
app.all('/', (_, response) => response.json({ ok: true }));
const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port));
