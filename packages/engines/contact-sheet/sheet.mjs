import sharp from 'sharp';

const LABEL = 20;
const GAP = 4;
const BACKGROUND = '#202020';

/**
 * Draws one page. A version is { tileWidth, tileHeight, columns, rows }, a row a list of tiles { label, bytes }; two versions of
 * the same page are drawn one below the other within each tile, the older first.
 */
export async function drawPage(versions, file) {
  const [{ tileWidth, tileHeight, columns }] = versions;
  const height = LABEL + versions.length * tileHeight;
  const places = versions[0].rows.flatMap((row, rowIndex) => {
    const lines = versions[0].rows
      .slice(0, rowIndex)
      .reduce((sum, { length }) => sum + Math.ceil(length / columns), 0);
    return row.map((tile, index) => ({
      label: tile.label,
      pictures: versions.map(({ rows }) => rows[rowIndex][index]),
      left: (index % columns) * (tileWidth + GAP),
      top: (lines + Math.floor(index / columns)) * (height + GAP),
    }));
  });
  const layers = [];
  for (const { label, pictures, left, top } of places) {
    const labels = pictures.map((tile) => tile.label);
    const text = labels.every((each) => each === label) ? label : labels.join('  →  ');
    layers.push({ input: await writing(text, tileWidth), left, top });
    for (const [index, tile] of pictures.entries()) {
      const input = await fitted(tile.bytes, tileWidth, tileHeight - 2);
      layers.push({ input, left, top: top + LABEL + index * tileHeight });
    }
  }
  const page = {
    width: columns * (tileWidth + GAP),
    height: Math.max(...places.map(({ top }) => top)) + height,
    channels: 3,
    background: BACKGROUND,
  };
  await sharp({ create: page }).composite(layers).png().toFile(file);
}

function fitted(bytes, width, height) {
  return sharp(bytes)
    .resize(width, height, { fit: 'contain', background: BACKGROUND })
    .flatten()
    .png()
    .toBuffer();
}

function writing(text, width) {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return sharp({ text: { text: `<span foreground="#f0f0f0">${safe || ' '}</span>`, dpi: 80, rgba: true } })
    .resize({ width: width - 8, height: LABEL - 4, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
