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
