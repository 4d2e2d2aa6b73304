// Stands for a process that somebody kills three times, and that does its work after that.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

process.once('message', ({ outputFolder }) => {
  const kills = path.join(outputFolder, 'kills');
  if (!existsSync(kills)) mkdirSync(kills);
  const count = readdirSync(kills).length;
  if (count === 3) return process.send({ type: 'done', result: made(outputFolder) });
  writeFileSync(path.join(kills, String(count)), '');
  process.kill(process.pid, count === 0 ? 'SIGTERM' : 'SIGKILL');
});

function made(folder) {
  const [videoPath, coverPath] = ['video.mp4', 'cover.jpg'].map((name) => path.join(folder, name));
  for (const file of [videoPath, coverPath]) writeFileSync(file, '');
  return { videoPath, coverPath };
}
