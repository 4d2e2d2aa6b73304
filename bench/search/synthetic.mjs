import { pick, seededRandom } from './random.mjs';

const WORD = /[\p{L}\p{N}]+/gu;
const APP_NODES_PER_NODE = 5;
const SYSTEMS = ['Linux', 'Windows', 'macOS'];
const ACCELERATORS = ['CUDA', 'ROCm', 'Metal'];

/**
 * Invented nodes with the words of a catalogue, each as often as there, so that common words stay common: five app nodes
 * each on average, long-tailed stars and downloads, a fifth with declared systems.
 */
export function* syntheticDocuments(catalogue, count, seed) {
  const random = seededRandom(seed);
  const words = wordsOfCatalogue(catalogue);
  for (let number = 0; number < count; number++) yield syntheticDocument(random, words, number);
}

function wordsOfCatalogue(catalogue) {
  const split = (texts) => texts.flatMap((text) => text.match(WORD) ?? []).filter((word) => word.length < 30);
  const names = split(catalogue.map(({ name }) => name));
  const apps = split(
    catalogue.flatMap(({ appNodeNames }) =>
      appNodeNames.map((name) => name.replace(/([a-z])([A-Z])/gu, '$1 $2')),
    ),
  );
  return {
    names: names.filter((word) => !/^comfy/iu.test(word)),
    descriptions: split(catalogue.map(({ description }) => description)),
    apps,
    authors: [...new Set(catalogue.map(({ author }) => author))],
  };
}

function syntheticDocument(random, words, number) {
  const several = (list, least, most) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(random, list));
  const own = several(words.names, 1, 3);
  const separator = pick(random, ['-', '_', ' ', '']);
  const name = [
    ...(random() < 0.6 ? ['ComfyUI'] : []),
    ...own.map(capitalised),
    ...(random() < 0.4 ? [syllables(random)] : []),
  ].join(separator);
  const author = random() < 0.5 ? pick(random, words.authors) : syllables(random);
  const apps = Math.min(60, Math.floor(-Math.log(1 - random()) * APP_NODES_PER_NODE + 0.5));
  return {
    id: `${own.join('-').toLowerCase()}-${number.toString(36)}`,
    name,
    author,
    publisherId: author.toLowerCase(),
    publisherName: author,
    description: several(words.descriptions, 4, 24).join(' '),
    tags: random() < 0.3 ? several(words.names, 1, 2) : [],
    repository: `https://github.com/${author.replace(/[^\w-]+/gu, '') || 'x'}/${name.replace(/[^\w-]+/gu, '-')}-${number.toString(36)}`,
    appNodeNames: Array.from({ length: apps }, () => several(words.apps, 2, 4).map(capitalised).join('')),
    os: random() < 0.2 ? [pick(random, SYSTEMS)] : [],
    accelerators: random() < 0.1 ? [pick(random, ACCELERATORS)] : [],
    searchRanking: 0,
    downloads: Math.floor(10 / (random() ** 1.5 + 1e-6)) - 10,
    stars: Math.floor(3 / (random() ** 1.2 + 1e-5)) - 3,
    createdAt: new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 9e10)),
    banned: false,
  };
}

const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

function syllables(random) {
  const sounds = () => pick(random, [...'bcdfghjklmnprstvwz']) + pick(random, [...'aeiou']);
  return Array.from({ length: 2 + Math.floor(random() * 3) }, sounds).join('');
}
