const IMAGES = '/proxy/imgprov/v1/ai';
const VIDEO = { model: 'vq2-pro', duration: 1, resolution: '540p' };

/**
 * What callers order, each with its share of all orders. `request(hook)` makes what is sent.
 * @param base The address of the service, which has the video that is extended.
 */
export function kindsOfOrders({ picture, clip }, base) {
  const image = picture.toString('base64');
  const json = (share, name, target, fields, callback) => ({
    share,
    name,
    target,
    request: (hook) => ({
      body: JSON.stringify({ ...fields, [callback]: hook }),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const picturesOf = (share, name, path, fields = {}) =>
    json(share, name, `${IMAGES}/${path}`, { image, ...fields }, 'webhook_url');
  const videosOf = (share, name, path, fields) =>
    json(share, name, `/proxy/vidprov/${path}`, { ...VIDEO, ...fields }, 'callback_url');
  const musicOf = (share, name, path, fields) => ({
    share,
    name,
    target: `/proxy/musprov/${path}/generate`,
    isStream: true,
    request: () => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields))
        if (typeof value === 'string') body.set(field, value);
        else body.set(field, new Blob([value]), 'clip.mp4');
      return { body, headers: {} };
    },
  });
  return [
    picturesOf(27, 'relight', 'image-relight', { prompt: 'light from the left' }),
    picturesOf(14, 'style', 'image-style-transfer', { reference_image: image }),
    picturesOf(15, 'skin faithful', 'skin-enhancer/faithful'),
    picturesOf(6, 'skin flexible', 'skin-enhancer/flexible'),
    picturesOf(4, 'skin creative', 'skin-enhancer/creative'),
    videosOf(10, 'start-end', 'start-end2video', { images: [image, image], prompt: 'pan left' }),
    videosOf(10, 'reference', 'reference2video', { images: [image], prompt: 'zoom in', off_peak: true }),
    videosOf(4, 'extend', 'extend', {
      video_creation_id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
      video_url: `${base}/samples/clip.mp4`,
    }),
    musicOf(10, 'music from text', 't2m', { prompt: 'calm piano', duration: '5' }),
    musicOf(3, 'music for a video', 'v2m', { '0.video': clip }),
  ];
}
