import { noisyPicture } from '../support/pictures.mjs';

export default {
  name: 'refused-post',
  title: 'POST refused by its checks / Express JSON POST',
  unit: '/s',
  better: 'higher',
  target: { ratio: 0.6 },
  async open(bench) {
    const service = await bench.sharedService();
    const express = await bench.startPeer('bare-express');
    const body = JSON.stringify({ image: await noisyPicture(8, 8), sharpen: 101 });
    const post = { method: 'POST', headers: service.headers, body };
    const path = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
    return {
      ours: () => bench.rate(service.url + path, { ...post, status: 400 }),
      peer: () => bench.rate(express.url, post),
    };
  },
};
