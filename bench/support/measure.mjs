/** Opens a row, measures ours and the peer in turns, and says what came of it; never throws. */
export async function measureRow(row, bench, options) {
  const { name, title, unit, better, target } = row;
  const result = { name, title, unit, better, target, ours: [], peer: [], notes: [] };
  const take = async (values, measurement) => {
    const outcome = await measurement();
    values.push(typeof outcome === 'number' ? outcome : outcome.value);
    if (outcome.note) result.notes.push(outcome.note);
  };
  let opened;
  try {
    opened = await row.open(bench);
    // What is measured once by itself is not worth more rounds.
    const rounds = row.rounds === 1 ? 1 : (options.rounds ?? row.rounds ?? 3);
    for (let round = 0; round < rounds; round += 1) {
      await take(result.ours, () => opened.ours());
      if (opened.peer) await take(result.peer, () => opened.peer());
    }
    if (!result.ours.every(Number.isFinite) || !result.peer.every(Number.isFinite))
      throw new Error('A measurement gave no number');
  } catch (error) {
    result.error = error.message;
  }
  try {
    await opened?.close?.();
    await bench.endRow({ failed: result.error !== undefined });
  } catch (error) {
    result.error ??= error.message;
  }
  return { ...result, ...summary(result) };
}

/** Each row with the rounds of its last three runs at the commit that it was measured at last. */
export function poolRuns(rows, history) {
  return rows.flatMap(({ name, title, unit, better, target }) => {
    const measured = history.flatMap(({ commit, rows }) =>
      rows.filter((row) => row.name === name && row.error === undefined).map((row) => ({ commit, row })),
    );
    const found = measured.filter(({ commit }) => commit === measured.at(-1).commit).slice(-3);
    if (found.length === 0) return [];
    const result = {
      ...{ name, title, unit, better, target },
      ours: found.flatMap(({ row }) => row.ours),
      peer: found.flatMap(({ row }) => row.peer),
    };
    return [{ ...result, ...summary(result) }];
  });
}

/** The medians, the figure that the target is about, the least and the largest of it over the rounds, and whether it is met. */
function summary({ ours, peer, target, better, error }) {
  if (error !== undefined || ours.length === 0) return {};
  const compare = figureOf(target, peer.length > 0);
  const rounds = ours.map((value, round) => compare(value, peer[round]));
  const medians = { ours: median(ours), peer: peer.length > 0 ? median(peer) : undefined };
  const figure = compare(medians.ours, medians.peer);
  const wanted = target && Object.values(target)[0];
  const isMet = wanted === undefined ? undefined : better === 'higher' ? figure >= wanted : figure <= wanted;
  return { medians, figure, least: Math.min(...rounds), most: Math.max(...rounds), isMet };
}

function figureOf(target, hasPeer) {
  if (target?.difference !== undefined) return (ours, peer) => ours - peer;
  if (target?.value !== undefined || !hasPeer) return (ours) => ours;
  return (ours, peer) => ours / peer;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
