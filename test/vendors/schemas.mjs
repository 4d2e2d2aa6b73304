/** An object with no other fields than these. */
export function closed(properties, required) {
  return { type: 'object', additionalProperties: false, properties, required };
}

export function range(minimum, maximum) {
  return { type: 'number', minimum, maximum };
}

export function count(minimum, maximum) {
  return { type: 'integer', minimum, maximum };
}

/** The names that lead to the field that a problem of the strict vendor is about. */
export function placeOf(problem) {
  const [place] = problem.split(' ');
  if (place.startsWith('/')) return place.slice(1).split('/');
  const field = /required property '(\w+)'|additional properties (\S+)$/.exec(problem);
  return field ? [field[1] ?? field[2]] : [];
}
