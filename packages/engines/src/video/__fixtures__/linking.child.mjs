// Acts as a decoder that an attacker has taken over: one of its results is a link to somebody else's file.
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

process.once('message', ({ outputFolder }) => {
  const [videoPath, coverPath] = ['video.mp4', 'cover.jpg'].map((name) => path.join(outputFolder, name));
  writeFileSync(videoPath, '');
  symlinkSync('/etc/hostname', coverPath);
  process.send({ type: 'done', result: { videoPath, coverPath } });
});
