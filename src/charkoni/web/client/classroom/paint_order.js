// The paint order of a small board after a change, of which the server sends only what has moved.

/** Return ids in their new order. @param {readonly string[]} ids @param {readonly [string, string][]} put pairs of an id and the one before which it is put, "" for the last place */
export function ordered(ids, put) {
  const moved = new Set(put.map(([id]) => id));
  const order = ids.filter((id) => !moved.has(id));
  for (const [id, next] of put) order.splice(next ? order.indexOf(next) : order.length, 0, id);
  return order;
}
