const HEAD = ['', 'ours', 'peer', 'figure', 'target', 'met', 'spread'];

export function printLine(result) {
  console.log(`${result.name}: ${cells(result).slice(1).filter(Boolean).join('  ')}`);
}

/** All rows, what was noted beside them, and the machine that they were measured on. */
export function printTable(run, results) {
  const lines = [HEAD, ...results.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  console.log();
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  '),
    );
  for (const { name, notes, error } of results) {
    for (const note of notes) console.log(`${name}: ${note}`);
    if (error !== undefined) console.log(`${name} failed: ${error}`);
  }
  console.log(`\n${machine(run)}`);
}

/** The table of docs/performance.md. */
export function markdownTable(results, newest) {
  if (results.length === 0) return 'Nothing has been measured yet.';
  const line = (values) => `| ${values.join(' | ')} |`;
  return [
    line(HEAD),
    line(HEAD.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...results.map((result) => line(cells(result))),
    '',
    `Medians; the newest run: ${machine(newest)}.`,
  ].join('\n');
}

function machine({ at, commit, node, processor, cores, memoryGigabytes, load, options }) {
  return (
    `${commit}, ${at.slice(0, 10)}, node ${node}, ${cores} cores (${processor}), ${memoryGigabytes} GB, ` +
    `load before ${load.join(' ')}, ${options.connections} connections on both sides where nothing else is said`
  );
}

function cells({ title, unit, better, target, medians, figure, least, most, isMet }) {
  if (medians === undefined) return [title, 'failed', '', '', targetText(target, better, unit), '', ''];
  const isRatio = medians.peer !== undefined && (target === undefined || 'ratio' in target);
  const text = (value) => (isRatio ? value.toFixed(2) : `${short(value)} ${unit}`);
  return [
    title,
    `${short(medians.ours)} ${unit}`,
    medians.peer === undefined ? '' : `${short(medians.peer)} ${unit}`,
    medians.peer === undefined ? '' : text(figure),
    targetText(target, better, unit),
    isMet === undefined ? '' : isMet ? 'yes' : 'no',
    least === most
      ? ''
      : `${isRatio ? least.toFixed(2) : short(least)} to ${isRatio ? most.toFixed(2) : short(most)}`,
  ];
}

function targetText(target, better, unit) {
  if (target === undefined) return '';
  const [[kind, value]] = Object.entries(target);
  const sign = better === 'higher' ? '≥' : '≤';
  if (kind === 'ratio') return `${sign} ${value}`;
  return `${sign} ${kind === 'difference' ? '+' : ''}${value} ${unit}`;
}

/** Three digits, or all before the point. */
function short(value) {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
