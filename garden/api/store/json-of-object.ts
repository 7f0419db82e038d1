import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

const texts = new WeakMap<object, string>();

/** The JSON of a stored object, cached: stored objects are immutable and listed more often than written. */
export function jsonOfObject(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}

/** The cached JSON of an object, if any. An object that is sent only once more is not worth caching. */
export function cachedJsonOf(object: object): string | undefined {
  return texts.get(object);
}

/** Caches the JSON text from which an object was parsed. */
export function cacheJson(object: KubeObject, text: string): void {
  texts.set(object, text);
}

/** Drops the cached JSON of an object that was replaced: later watch events rarely need it. */
export function dropCachedJson(object: KubeObject): void {
  texts.delete(object);
}
