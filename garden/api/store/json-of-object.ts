import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

const texts = new WeakMap<object, string>();

/** The JSON of a stored object, cached: stored objects are immutable, and most are listed more often than written. */
export function jsonOfObject(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}

/** The cached JSON, if any. Objects that are sent only once more, such as an old change, are not worth caching. */
export function cachedJsonOf(object: object): string | undefined {
  return texts.get(object);
}

/** Caches the text from which an object was parsed as its JSON. */
export function cacheJson(object: KubeObject, text: string): void {
  texts.set(object, text);
}

/** Drops the cached JSON of a replaced object: watch events still refer to it, but few requests need it. */
export function dropCachedJson(object: KubeObject): void {
  texts.delete(object);
}
