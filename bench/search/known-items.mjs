import { pick, seededRandom } from './random.mjs';

const WORD = /[\p{L}\p{N}]+/gu;
const COMMON = new Set(
  'comfyui comfy node nodes custom the and for with this that from your you are can use using into'.split(
    ' ',
  ),
);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const wordsOf = (text) => [...text.matchAll(WORD)].map(([word]) => word);
const tellingWords = (text, shortest) =>
  wordsOf(text).filter((word) => word.length >= shortest && !COMMON.has(word.toLowerCase()));

/** Every query kind with its maker: a query for one document, or undefined when the document has none. */
const MAKERS = {
  exact_name: (_random, document) => ({ query: document.name, matches: sameName(document) }),
  partial_name: makePartialName,
  description_words: makeDescriptionWords,
  name_typo: makeTypo,
  repository: makeRepository,
  author: (_random, document) =>
    document.author.length > 3 && {
      query: document.author,
      matches: (other) => other.author === document.author,
    },
  app_node: makeAppNode,
};
const FIELDS = { repository: 'repository', app_node: 'app_node' };

/** `count` queries of each kind, drawn from the documents; the same seed draws the same. */
export function makeKnownItems(documents, count, seed) {
  const random = seededRandom(seed);
  return Object.entries(MAKERS).flatMap(([kind, make]) => {
    const queries = [];
    for (let tries = 0; queries.length < count && tries < count * 50; tries++) {
      const document = pick(random, documents);
      const made = make(random, document, documents);
      if (!made) continue;
      const expected = documents
        .filter(made.matches ?? ((other) => other.id === document.id))
        .map(({ id }) => id);
      if (expected.length > 0 && expected.length <= 3) {
        queries.push({ kind, field: FIELDS[kind] ?? 'keyword', query: made.query, expected });
      }
    }
    return queries;
  });
}

function sameName(document) {
  const name = document.name.toLowerCase();
  return (other) => other.name.toLowerCase() === name;
}

/** One or two words that only this name has. */
function makePartialName(random, document, documents) {
  const words = tellingWords(document.name, 3);
  if (words.length === 0 || words.join('') === document.name) return undefined;
  const chosen = random() < 0.6 ? [pick(random, words)] : [pick(random, words), pick(random, words)];
  const needles = [...new Set(chosen)].map((word) => word.toLowerCase());
  const has = (other) => {
    const own = new Set(wordsOf(other.name.toLowerCase()));
    return needles.every((word) => own.has(word));
  };
  return documents.filter(has).length === 1 ? { query: chosen.join(' ') } : undefined;
}

/** Two words that only this description has together. */
function makeDescriptionWords(random, document, documents) {
  const words = tellingWords(document.description.replace(/https?:\S+/gu, ' ').toLowerCase(), 4);
  const chosen = [pick(random, words), pick(random, words)];
  if (chosen[0] === undefined || chosen[0] === chosen[1]) return undefined;
  const has = (other) => {
    const own = new Set(wordsOf(other.description.toLowerCase()));
    return chosen.every((word) => own.has(word));
  };
  return documents.filter(has).length === 1 ? { query: chosen.join(' ') } : undefined;
}

/** One edit inside a word of the name, anywhere but at its first letter. */
function makeTypo(random, document) {
  const name = document.name;
  const places = [...name].flatMap((character, at) =>
    at > 0 && /[a-z]/iu.test(character) && /[a-z]/iu.test(name[at - 1] ?? '') ? [at] : [],
  );
  if (places.length < 4) return undefined;
  const at = pick(random, places);
  const letter = pick(random, [...LETTERS]);
  const edits = [
    name.slice(0, at) + letter + name.slice(at),
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + letter + name.slice(at + 1),
    name.slice(0, at - 1) + name[at] + name[at - 1] + name.slice(at + 1),
  ];
  const query = pick(random, edits);
  return query === name ? undefined : { query, matches: sameName(document) };
}

function makeRepository(random, document) {
  const match = /^https?:\/\/(github\.com)\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/u.exec(document.repository);
  if (match === null) return undefined;
  const [, host, owner, name] = match;
  const spellings = [
    document.repository,
    `https://${host}/${owner}/${name}.git`,
    `http://www.${host}/${owner}/${name}/`,
    `git@${host}:${owner}/${name}.git`,
    `${host}/${owner}/${name}`,
    `${owner}/${name}`,
    `${host}/${owner}/${name}`.toUpperCase(),
    `https://${host}/${owner}/${name}/tree/main`,
    name,
  ];
  const query = pick(random, spellings);
  const wanted = query === name ? `/${name}`.toLowerCase() : `${owner}/${name}`.toLowerCase();
  const bare = (other) => other.repository.toLowerCase().replace(/(?:\.git)?\/?$/u, '');
  return { query, matches: (other) => bare(other).endsWith(wanted) };
}

function makeAppNode(random, document) {
  const name = pick(random, document.appNodeNames);
  if (name === undefined || name.length < 4) return undefined;
  const wanted = name.toLowerCase();
  const query = random() < 0.3 ? wanted : name;
  return { query, matches: (other) => other.appNodeNames.some((own) => own.toLowerCase() === wanted) };
}
