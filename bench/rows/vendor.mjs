/** The built-in limit of music tasks that are relayed at the same time. */
const CONNECTIONS = 8;

export default {
  name: 'vendor-call',
  title: `Call to a vendor until its whole reply, ${CONNECTIONS} connections (music: ours stores task, lines and piece) / Portkey's gateway`,
  unit: '/s',
  better: 'higher',
  target: { ratio: 2 },
  async open(bench) {
    const vendor = await bench.startPeer('json-vendor');
    const portkey = await bench.startPeer('portkey');
    const service = await bench.startService({
      MUSPROV_BASE_URL: vendor.url,
      MUSPROV_API_KEY: 'benchmark-key',
    });
    const prompt = 'calm piano with soft strings, slow, for a long evening at home';
    const post = (url, headers, body) =>
      bench.rate(url, { method: 'POST', connections: CONNECTIONS, headers, body });
    return {
      ours: () =>
        post(
          `${service.url}/proxy/musprov/t2m/generate`,
          {
            authorization: service.headers.authorization,
            'content-type': 'application/x-www-form-urlencoded',
          },
          new URLSearchParams({ prompt, duration: '10' }).toString(),
        ),
      peer: () =>
        post(
          `${portkey.url}/v1/chat/completions`,
          {
            'content-type': 'application/json',
            authorization: 'Bearer benchmark-key',
            'x-portkey-provider': 'openai',
            'x-portkey-custom-host': `${vendor.url}/v1`,
          },
          JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: prompt }] }),
        ),
    };
  },
};
