import { publishNode } from '../support/node.mjs';
import { startVerdaccio } from '../support/verdaccio.mjs';

/** A public GET of the registry beside the package document of Verdaccio, which a client asks for instead. */
function read(name, title, pathOf) {
  return {
    name,
    title: `${title} / Verdaccio's package document`,
    unit: '/s',
    better: 'higher',
    target: { ratio: 3 },
    async open(bench) {
      const service = await bench.startService();
      const verdaccio = await startVerdaccio();
      bench.onEnd(() => verdaccio.stop());
      const url = service.url + pathOf(`/nodes/${await publishNode(service)}`);
      return {
        ours: () => bench.rate(url),
        peer: () => bench.rate(verdaccio.documentUrl),
      };
    },
  };
}

export default [
  read('registry-node', 'GET of a node', (node) => node),
  read('registry-versions', 'GET of the versions of a node', (node) => `${node}/versions`),
  read('registry-install', 'GET of what to install, counted', (node) => `${node}/install`),
  read(
    'registry-app-nodes',
    'GET of the app nodes of a version',
    (node) => `${node}/versions/1.0.0/app-nodes`,
  ),
];
