import { pick, seededRandom } from './random.mjs';

const SEED = 5;
const PHRASES = 80;
const WORDS = 40;
/** Least number of descriptions that contain a phrase, and a word. */
const PHRASE_ROWS = 12;
const WORD_ROWS = 40;
/** With fewer results the order does not matter. */
const ANSWERS_MIN = 3;
const SHOWN = 3;
/** Words that say nothing about what a node does. */
const EMPTY = new Set(
  `a an the and or of for to in on at by with from into your you this that is are it its as be node nodes comfyui comfy ui
  custom can use using extension based which will all not more like provides allows used have has also other such support
  supports via any simple collection set add adds within when what how i we my our their them they but if https http com
  github so do does up out new various different including etc e g easily directly making make made makes allow without one
  two multiple`.split(/\s+/),
);

/**
 * How often the result with the most stars is among the first three, for words of many descriptions. A correct result has all
 * the words, in any form, in its name, id, description or tags, as PostgreSQL's English dictionary reads them, so that the
 * search does not judge itself. The queries are drawn by a seed; every second one is set aside and was never used for tuning.
 */
export async function measureFeatures(engine, pool, documents) {
  await fillAnswers(pool, documents);
  const queries = featureQueries(documents);
  const halves = {
    tuned: queries.filter((_, at) => at % 2 === 0),
    'set apart': queries.filter((_, at) => at % 2 === 1),
  };
  const stars = new Map(documents.map((document) => [document.id.toLowerCase(), document.stars]));
  const rows = [];
  for (const [half, own] of Object.entries(halves)) {
    const scores = { half, queries: 0, best3: 0, missed: [] };
    for (const query of own) {
      const most = await mostStars(pool, query);
      if (most === undefined) continue;
      const ids = await engine.find({ field: 'keyword', query });
      const isMet = ids.slice(0, SHOWN).some((id) => stars.get(id) >= most);
      scores.queries += 1;
      if (isMet) scores.best3 += 1;
      else scores.missed.push(query);
    }
    rows.push({ ...scores, missed: scores.missed.join(', ') });
  }
  return rows;
}

function wordsOf(text) {
  const plain = text.replace(/https?:\S+/gu, ' ').replace(/([a-z0-9])([A-Z])/gu, '$1 $2');
  return (plain.match(/[A-Za-z0-9]+/gu) ?? []).map((word) => word.toLowerCase());
}

function featureQueries(documents) {
  const rows = new Map();
  for (const { description } of documents) {
    const words = wordsOf(description);
    const phrases = words.slice(1).map((word, at) => [words[at], word]);
    const own = [
      ...words.filter((word) => word.length > 3 && !EMPTY.has(word)),
      ...phrases
        .filter((both) => both.every((word) => word.length > 2 && !EMPTY.has(word)))
        .map((both) => both.join(' ')),
    ];
    for (const query of new Set(own)) rows.set(query, (rows.get(query) ?? 0) + 1);
  }
  const frequent = [...rows].sort(([, left], [, right]) => right - left);
  const phrases = frequent.filter(([query, count]) => query.includes(' ') && count >= PHRASE_ROWS);
  const words = frequent.filter(([query, count]) => !query.includes(' ') && count >= WORD_ROWS);
  const random = seededRandom(SEED);
  const drawn = new Set(phrases.slice(0, PHRASES).map(([query]) => query));
  for (let tries = 0; tries < WORDS * 3 && words.length > 0; tries += 1) {
    if (drawn.size >= PHRASES + WORDS) break;
    drawn.add(pick(random, words)[0]);
  }
  return [...drawn]
    .map((query) => [random(), query])
    .sort()
    .map(([, query]) => query);
}

async function fillAnswers(pool, documents) {
  await pool.query('drop table if exists bench_answers');
  await pool.query('create table bench_answers (stars integer, words tsvector)');
  const rows = documents.map(({ name, id, description, tags, stars }) => {
    const texts = [name, id, description, ...tags];
    return { stars, text: [...texts, ...texts.map((text) => wordsOf(text).join(' '))].join(' ') };
  });
  await pool.query(
    `insert into bench_answers select stars, to_tsvector('english', text)
       from jsonb_to_recordset($1::jsonb) as given (stars integer, text text)`,
    [JSON.stringify(rows)],
  );
}

async function mostStars(pool, query) {
  const { rows } = await pool.query(
    `select count(*)::int as answers, max(stars) as most from bench_answers
      where words @@ plainto_tsquery('english', $1)`,
    [query],
  );
  return rows[0].answers < ANSWERS_MIN ? undefined : rows[0].most;
}
