/** The map under a key of a map of maps, made when it is new. */
export function within<Key, Value>(maps: Map<Key, Map<number, Value>>, key: Key): Map<number, Value> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<number, Value>();
  maps.set(key, made);
  return made;
}
